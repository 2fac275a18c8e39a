import { neededDocuments } from './documents.ts';

/** The papers, as a list to tick off on paper when it is printed. */
export function DocumentList() {
  return (
    <ul className="grid gap-x-12 md:grid-cols-2">
      {neededDocuments.map((kind) => (
        <li key={kind.name} className="flex gap-4 border-b border-line py-4">
          <span
            aria-hidden="true"
            className="mt-1 size-5 shrink-0 rounded-sm border-[1.5px] border-control"
          />
          <span>
            <span className="block font-semibold">{kind.name}</span>
            <span className="text-sm text-muted">{kind.explained}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
