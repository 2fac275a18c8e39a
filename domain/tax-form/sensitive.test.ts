import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dependentFieldOf, dependentKeys, fieldKeys, fieldOf } from './fields.ts';

/**
 * `sensitive` in fields.ts is the source of the list of sensitive answers. Two SQL functions repeat it, because a
 * database must not depend on the server for them. These tests read the functions from the generated schema.
 */
const schema = readFileSync(new URL('../../database/schema.sql', import.meta.url), 'utf8');
const sensitive = fieldKeys.filter((key) => fieldOf(key).sensitive);
const sensitiveOfDependents = dependentKeys.filter((key) => dependentFieldOf(key).sensitive);

function sqlFunction(name: string): string {
  const start = schema.search(
    new RegExp(`create (or replace )?function ${name.replace('.', '\\.')}\\(`, 'i'),
  );
  expect(start, name).toBeGreaterThan(-1);
  return schema.slice(start, schema.indexOf('\n$$;', start));
}

/** The pattern of the paths that `reveal_tax_answer` accepts. */
const revealable = /field !~ '(?<pattern>[^']+)'/.exec(sqlFunction('public.reveal_tax_answer'))?.groups
  ?.pattern;

test('nutmeg.answers_are_masked() checks all sensitive fields and no others', () => {
  const list = /array\[(?<names>[^\]]+)\]/.exec(sqlFunction('nutmeg.answers_are_masked'))?.groups?.names;
  const names = list?.match(/(?<=')\w+(?=')/g);
  expect(names?.toSorted()).toEqual([...new Set([...sensitive, ...sensitiveOfDependents])].sort());
});

test('reveal_tax_answer() reveals all sensitive fields and no others', () => {
  const alternatives = revealable?.replace(/^\^\(|\)\$$/g, '').split(/\|(?![^(]*\))/);
  expect(alternatives?.toSorted()).toEqual(
    [
      ...sensitive,
      ...sensitiveOfDependents.map((key) => String.raw`dependents\.(0|[1-9][0-9]?)\.${key}`),
    ].sort(),
  );
});

test.each<[boolean, string[]]>([
  [true, ['ssn', 'spouseSSN', 'businessEin', 'routingNumber', 'accountNumber', 'dependents.0.ssn']],
  [
    false,
    [
      '',
      'firstName',
      'ssn.0',
      'dependents',
      'dependents.x.ssn',
      'dependents.0.firstName',
      'dependents.0.ssn.x',
      'dependents.-1.ssn',
    ],
  ],
])('the pattern of reveal_tax_answer() gives %j for %j', (matches, paths) => {
  for (const path of paths) {
    expect([path, new RegExp(revealable ?? '').test(path)]).toEqual([path, matches]);
  }
});
