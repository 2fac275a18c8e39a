import { expect, test } from 'vitest';
import { keyFingerprint, keyFromRecoveryWords, recoveryWords } from '#domain/account/recovery-sheet.ts';
import { recoverySheetHtml } from './sheet.ts';

const key = Buffer.alloc(32, 7);
const office = {
  siteUrl: 'https://portal.example.com',
  business: { name: 'Nutmeg <Tax> & Co', timeZone: 'America/New_York' },
};
const page = recoverySheetHtml(office, key, new Date('2026-11-22T02:00:00Z'));

test('the sheet has the words in order, the fingerprint, the office, its address and the date', () => {
  const words = [...page.matchAll(/<li><b>(\w+)<\/b>/g)].map(([, word]) => word);
  expect(words).toEqual(recoveryWords(key));
  expect(keyFromRecoveryWords(words.join(' '))).toEqual(new Uint8Array(key));
  expect(page).toContain(keyFingerprint(key));
  expect(page).toContain('Nutmeg &lt;Tax&gt; &amp; Co');
  expect(page).toContain('https://portal.example.com');
  expect(page).toContain('November 21, 2026');
  expect(page).toContain('<svg');
});

test('the sheet loads nothing and does not contain the key itself', () => {
  expect(page.replace(/xmlns="[^"]+"/g, '')).not.toMatch(/(src|href)=|url\(|@import|<script/);
  expect(page).not.toContain(key.toString('base64'));
  expect(page).not.toContain(key.toString('hex'));
});
