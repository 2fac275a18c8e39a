import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { accountItems, bottomBarAccount, headerItems, menuItems, type NavItem } from './navigation.ts';

const client = 'client';
const admin = 'admin';
const unknown = 'assistant';
const labels = (items: NavItem[]) => items.map((item) => english(item.label));

test('the header has the six links in order, then Login for a visitor', () => {
  expect(labels(headerItems(null))).toEqual([
    'Services',
    'Pricing',
    'Upload',
    'Reviews',
    'Appointments',
    'Referral',
  ]);
  expect(labels(accountItems(null))).toEqual(['Login']);
});

test('signed-in users see Account, and all roles except client see Admin', () => {
  expect(labels(accountItems(client))).toEqual(['Account']);
  expect(labels(accountItems(admin))).toEqual(['Account', 'Admin']);
  expect(labels(accountItems(unknown))).toEqual(['Account', 'Admin']);
});

test('Upload links to the files only when signed in', () => {
  expect(headerItems(null)[2]?.to).toBe('/upload');
  expect(headerItems(client)[2]?.to).toBe('/secured-files');
});

test('the mobile menu adds Manage Files for staff only', () => {
  expect(labels(menuItems(admin))).toContain('Manage Files');
  expect(labels(menuItems(client))).not.toContain('Manage Files');
  expect(labels(menuItems(null))).not.toContain('Manage Files');
});

test('the bottom bar ends at the login, the staff area or the account', () => {
  expect(bottomBarAccount(null).to).toBe('/login');
  expect(bottomBarAccount(admin).to).toBe('/manage');
  expect(labels([bottomBarAccount(admin), bottomBarAccount(client)])).toEqual(['Admin', 'Account']);
  expect(bottomBarAccount('super').to).toBe('/manage');
  expect(bottomBarAccount(client).to).toBe('/account');
  // Has no access to /manage, so it is not linked.
  expect(bottomBarAccount(unknown).to).toBe('/account');
});
