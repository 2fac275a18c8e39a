import { expect, test } from 'vitest';
import { streetMapSchema } from './street-map.ts';

const map = {
  width: 320,
  height: 240,
  streets: [{ name: 'Elm Street', from: { x: 0, y: 120 }, to: { x: 320, y: 120 }, main: true, nameAt: 0.5 }],
  places: [{ kind: 'office', name: 'Green door', at: { x: 140, y: 116 }, nameOn: 'above' }],
  walk: null,
};

test('streets and the office are enough for a drawing', () => {
  expect(streetMapSchema.parse(map)).toEqual(map);
});

test.each([
  ['without the office', { places: [] }, /one place that is the office/],
  ['with two offices', { places: [...map.places, ...map.places] }, /one place that is the office/],
  [
    'beyond its edge',
    {
      walk: {
        says: 'On foot',
        points: [
          { x: 0, y: 0 },
          { x: 321, y: 0 },
        ],
      },
    },
    /points outside the map/,
  ],
  [
    'with a street that begins outside',
    { streets: [{ ...map.streets[0], from: { x: -1, y: 0 } }] },
    /points outside the map/,
  ],
  ['without streets', { streets: [] }, /streets/],
])('rejects a drawing %s', (_, wrong, problem) => {
  expect(() => streetMapSchema.parse({ ...map, ...wrong })).toThrow(problem);
});
