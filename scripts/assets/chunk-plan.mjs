// Plans which chunks of the first build share a file in the second one. The bundler makes a chunk for each set of pages and
// parts that share modules: four hundred, most of them below 1 KB, and a page loads up to two hundred. Each request costs
// the browser and the server milliseconds, whatever its size.

/** How many bytes cost a page as much as one more request. */
const REQUEST_BYTES = 15_000;

/**
 * @typedef {object} Chunk
 * @property {string} name
 * @property {number} bytes
 * @property {string[]} imports the names of the chunks that it imports statically
 * @property {boolean} [isAlone] shares no file
 * @typedef {object} Load one page, or one part that is loaded on its own
 * @property {Iterable<string>} now chunks that it needs before it works
 * @property {Iterable<string>} [later] chunks that it loads next
 * @property {number} weight how much its bytes and requests count
 * @property {number} [room] how many bytes more than it needs it may load before it works. Default: no limit
 * @property {boolean} [isPublic] what it loads shares no file with what only other pages load
 * @typedef {{ name: string, members: string[] }} Group its name is that of its largest chunk
 */

/**
 * Merges chunks while that makes the loads cheaper in total: the best pair first. No merge makes files import each other
 * in a circle.
 * @param {Chunk[]} chunks
 * @param {Load[]} loads
 * @returns {Group[]} all chunks, each in one group. A group comes after those that it imports.
 */
export function planChunks(chunks, loads) {
  const files = new Files(chunks, loads);
  let pairs = [];
  const addPairs = (file, others) => {
    for (const other of others) {
      const gain = files.gain(file, other);
      if (gain > 0) pairs.push({ gain, a: file, b: other });
    }
  };
  const all = files.list();
  for (const [i, file] of all.entries()) addPairs(file, all.slice(i + 1));

  while (pairs.length > 0) {
    pairs.sort((x, y) => x.gain - y.gain || (x.a.name + x.b.name < y.a.name + y.b.name ? -1 : 1));
    const { gain, a, b } = pairs.pop();
    const now = files.gain(a, b);
    // Other merges may have made it worth less.
    if (now > 0 && now < gain) pairs.push({ gain: now, a, b });
    else if (now > 0 && files.canMerge(a, b)) {
      const merged = files.merge(a, b);
      pairs = pairs.filter((pair) => files.has(pair.a) && files.has(pair.b));
      addPairs(
        merged,
        files.list().filter((file) => file !== merged),
      );
    }
  }
  return files.inOrder().map(({ name, members }) => ({ name, members }));
}

/** The files planned so far. `now`: the loads that need the file before they work. `ever`: those that load it at all. */
class Files {
  #files = new Map();

  constructor(chunks, loads) {
    for (const { name, imports, ...rest } of chunks) {
      const file = {
        ...rest,
        name,
        members: [name],
        imports: new Set(imports),
        now: new Set(),
        ever: new Set(),
      };
      this.#files.set(name, file);
    }
    for (const { now, later = [], room = Number.POSITIVE_INFINITY, ...rest } of loads) {
      const load = { ...rest, room };
      for (const name of this.#withImports(now)) this.#files.get(name).now.add(load);
      for (const name of this.#withImports([...now, ...later])) this.#files.get(name).ever.add(load);
    }
  }

  list() {
    return [...this.#files.values()];
  }

  has(file) {
    return this.#files.get(file.name) === file;
  }

  /** What the loads save if two files become one, in bytes. Negative if that costs more. */
  gain(a, b) {
    let gain = 0;
    for (const load of a.ever) if (b.ever.has(load)) gain += load.weight * REQUEST_BYTES;
    if (gain === 0) return 0;
    return gain - this.#cost(a, b) - this.#cost(b, a);
  }

  /** What it costs the loads of `file` to load `added` and its imports too. Bytes that are needed now count twice. */
  #cost(file, added) {
    const isNewTo = (loads, kind, one) => [...loads].filter((load) => !one[kind].has(load));
    const [now, ever] = [isNewTo(file.now, 'now', added), isNewTo(file.ever, 'ever', added)];
    if (now.length + ever.length === 0) return 0;
    let cost = 0;
    for (const one of this.#below(added, file)) {
      const request = one === added ? 0 : REQUEST_BYTES;
      for (const load of now) if (!one.now.has(load)) cost += load.weight * one.bytes;
      for (const load of ever) if (!one.ever.has(load)) cost += load.weight * (one.bytes + request);
    }
    return cost;
  }

  canMerge(a, b) {
    const isPublic = (file) => [...file.ever].some((load) => load.isPublic);
    return (
      !a.isAlone &&
      !b.isAlone &&
      isPublic(a) === isPublic(b) &&
      !this.#isBetween(a, b) &&
      !this.#isBetween(b, a) &&
      this.#hasRoom(a, b) &&
      this.#hasRoom(b, a)
    );
  }

  #hasRoom(file, added) {
    const loads = [...file.now].filter((load) => !added.now.has(load));
    const below = loads.length > 0 ? this.#below(added, file) : [];
    return loads.every(
      (load) => below.reduce((sum, one) => sum + (one.now.has(load) ? 0 : one.bytes), 0) <= load.room,
    );
  }

  /** Whether the first file imports another one that imports the second: merged, they would import each other. */
  #isBetween(first, second) {
    return [...first.imports].some(
      (name) => name !== second.name && this.#withImports([name]).has(second.name),
    );
  }

  merge(a, b) {
    const [main, other] = a.bytes >= b.bytes ? [a, b] : [b, a];
    const imports = new Set([...a.imports, ...b.imports]);
    imports.delete(a.name);
    imports.delete(b.name);
    const merged = {
      name: main.name,
      members: [...main.members, ...other.members],
      bytes: a.bytes + b.bytes,
      imports,
      now: a.now.union(b.now),
      ever: a.ever.union(b.ever),
    };
    for (const one of [a, b]) this.#takeRoom(merged, one);
    this.#files.delete(other.name);
    this.#files.set(merged.name, merged);
    for (const file of this.#files.values()) {
      if (file !== merged && file.imports.delete(other.name)) file.imports.add(merged.name);
    }
    for (const one of this.#below(merged, merged)) {
      this.#takeRoom(merged, one);
      one.now = one.now.union(merged.now);
      one.ever = one.ever.union(merged.ever);
    }
    return merged;
  }

  #takeRoom(file, added) {
    for (const load of file.now) if (!added.now.has(load)) load.room -= added.bytes;
  }

  /** A file and all that it imports, except one. */
  #below(file, except) {
    return [...this.#withImports([file.name])]
      .map((name) => this.#files.get(name))
      .filter((one) => one !== except);
  }

  #withImports(names) {
    const found = new Set(names);
    for (const name of found) for (const next of this.#files.get(name).imports) found.add(next);
    return found;
  }

  inOrder() {
    const ordered = new Set();
    const add = (file) => {
      if (ordered.has(file)) return;
      for (const name of file.imports) add(this.#files.get(name));
      ordered.add(file);
    };
    for (const file of this.#files.values()) add(file);
    return [...ordered];
  }
}
