/** The most that a function of the database takes of a list. It leaves out the rest. */
const MOST = 200;

/** Asks for each group of a list of any length, and gets the rows of all. */
export async function inGroups<Item, Row>(
  items: readonly Item[],
  ask: (group: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const groups = Array.from({ length: Math.ceil(items.length / MOST) }, (_, at) =>
    items.slice(at * MOST, (at + 1) * MOST),
  );
  return (await Promise.all(groups.map(ask))).flat();
}
