import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, expectTypeOf, test } from 'vitest';
import type { Database } from '#contract/generated/database.ts';
import { typesOf } from '#tests/support/database-types.ts';
import { root } from '#tests/support/server/portal.ts';
import { createTestDatabase, databaseForFile } from '#tests/support/test-database.ts';

const database = databaseForFile();

test('the generated types match the migrated database (run: npm run types)', async () => {
  const written = await readFile(join(root, 'contract/generated/database.ts'), 'utf8');
  expect(written).toBe(await typesOf(database));
});

test('supabase-js accepts them', () => {
  const db = createClient<Database>('http://localhost', 'key', { auth: { persistSession: false } });
  const query = db.from('user_profiles').select('user_id, first_name').single();
  type Profile = NonNullable<Awaited<typeof query>['data']>;
  expectTypeOf<Profile>().toEqualTypeOf<{ user_id: string; first_name: string }>();
  const call = db.rpc('set_user_role', { target_user_id: '', new_role: 'admin' });
  expectTypeOf<Awaited<typeof call>['data']>().toEqualTypeOf<undefined | null>();
});

test('an insert needs the columns without a default, and nothing sets a generated one', () => {
  type Log = Database['public']['Tables']['audit_log'];
  expectTypeOf<{ action: string; at: string }>().toExtend<Log['Insert']>();
  expectTypeOf<{ at: string }>().not.toExtend<Log['Insert']>();
  expectTypeOf<{ at: string }>().toExtend<Log['Update']>();
  expectTypeOf<{ action: string; id: number }>().not.toExtend<Log['Insert']>();
  expectTypeOf<{ id: number }>().not.toExtend<Log['Update']>();
});

test('generates types for every kind of column, relation and function', async () => {
  const other = await createTestDatabase();
  try {
    await other.query(`
      create type public.mood as enum ('calm', 'it''s fine');
      create table public.homes (id int primary key, place text);
      create table public.pets (
        id int generated always as identity primary key,
        "nick name" text not null,
        age int default 1,
        mood public.mood not null,
        moods public.mood[],
        doc jsonb not null,
        home_id int unique references public.homes,
        loud text generated always as (upper("nick name")) stored
      );
      create view public.calm as select id, mood from public.pets;
      create function public.adopt(name text, age int default 0) returns setof public.pets language sql
        as $$ select * from public.pets $$;
      create function public.table_of(n int) returns table (a int, b text) language sql as $$ select 1, '' $$;
      create function public.silent() returns void language sql as $$ $$;
      create function public.over(a int) returns int language sql as $$ select a $$;
      create function public.over(b text) returns text language sql as $$ select b $$;
    `);
    const types = await typesOf(other);
    for (const expected of [
      `'nick name': string;`,
      `age: number | null;`,
      `mood: Database['public']['Enums']['mood'];`,
      `moods: Database['public']['Enums']['mood'][] | null;`,
      `doc: Json;`,
      `}, 'nick name' | 'mood' | 'doc', 'id' | 'loud', [`,
      `isOneToOne: true; referencedRelation: 'homes';`,
      `adopt: { Args: { name: string; age?: number }; Returns: Database['public']['Tables']['pets']['Row'][] };`,
      `table_of: { Args: { n: number }; Returns: { a: number; b: string }[] };`,
      `silent: { Args: Record<PropertyKey, never>; Returns: undefined };`,
      `mood: 'calm' | 'it\\'s fine';`,
    ]) {
      expect(types).toContain(expected);
    }
    expect(types).toMatch(
      /over: \{ Args: \{ a: number \}; Returns: number \}\n\s*\| \{ Args: \{ b: string \}; Returns: string \};/,
    );
    expect(types).toMatch(/calm: \{\n\s*Row: \{\n\s*id: number \| null;/);
  } finally {
    await other.drop();
  }
});
