/** Why a file is not in an archive, or not whole. */
export type Problem = 'gone' | 'unreadable' | 'damaged';

const HEADINGS: Record<Problem, string> = {
  gone: 'Not included, because they were moved or deleted in the meantime:',
  unreadable: 'Not included, because they could not be read:',
  damaged: 'Included only in part, because the rest could not be read. Please do not rely on these copies:',
};

/** What the last entry of an archive says, where something is missing. Lines end as every editor knows them. */
export function notIncludedText(problems: ReadonlyMap<string, Problem>, unnamed = 0): string {
  const lists = Object.entries(HEADINGS).flatMap(([problem, heading]) => {
    const paths = [...problems].filter(([, one]) => one === problem).map(([path]) => `  - ${path}`);
    if (problem === 'gone' && unnamed > 0) paths.push(`  - and ${unnamed} more`);
    return paths.length === 0 ? [] : ['', heading, ...paths];
  });
  return [
    'Some of the files that you asked for are missing from this archive.',
    ...lists,
    '',
    'Everything else is complete. Please try again later, or ask us for the missing files.',
    '',
  ].join('\r\n');
}
