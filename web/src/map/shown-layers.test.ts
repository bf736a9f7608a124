import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changedLayer,
  MOST_SHOWN,
  movedLayer,
  readShown,
  shade,
  withLayer,
  withoutLayer,
  writeShown,
} from './shown-layers.ts';

describe('the layers on the map, in the address', () => {
  it('are read with colour and opacity, and get a colour of their own where none is said', () => {
    expect(readShown('521,511~b~50,514~c0392b')).toEqual([
      { id: 521, colour: 'a', opacity: 100 },
      { id: 511, colour: 'b', opacity: 50 },
      { id: 514, colour: 'c0392b', opacity: 100 },
    ]);
    expect(readShown('1,2,3').map(({ colour }) => colour)).toEqual(['a', 'b', 'c']);
    expect(readShown(undefined)).toEqual([]);
  });

  it('are left out where they are none, named twice, or too many', () => {
    expect(readShown('x,1,1~b,-2,3~z,4~a~5,5~a~999').map(({ id, opacity }) => [id, opacity])).toEqual([
      [1, 100],
      [5, 100],
    ]);
    expect(readShown(Array.from({ length: 40 }, (_, i) => i).join())).toHaveLength(MOST_SHOWN);
  });

  it('are added on top, moved, changed and taken away', () => {
    let shown = withLayer(withLayer([], 7), 8);
    expect(writeShown(shown)).toBe('8~b,7~a');
    expect(withLayer(shown, 7)).toBe(shown);
    shown = movedLayer(shown, 7, -1);
    expect(writeShown(shown)).toBe('7~a,8~b');
    expect(writeShown(movedLayer(shown, 7, -1))).toBe('7~a,8~b');
    shown = changedLayer(shown, 8, { opacity: 40, colour: '00ff00' });
    expect(writeShown(shown)).toBe('7~a,8~00ff00~40');
    expect(writeShown(withoutLayer(shown, 7))).toBe('8~00ff00~40');
  });

  it('are the same after they were written and read', () => {
    const layer = fc.record({
      id: fc.nat(),
      colour: fc.oneof(fc.constantFrom('a', 'h'), fc.constant('12ab9f')),
      opacity: fc.integer({ min: 10, max: 100 }),
    });
    const layers = fc.uniqueArray(layer, { selector: ({ id }) => id, maxLength: MOST_SHOWN });
    fc.assert(
      fc.property(layers, (shown) => {
        expect(readShown(writeShown(shown))).toEqual(shown);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => readShown(text).length <= MOST_SHOWN));
  });

  it('have a shade for light and one for dark pages, unless a person chose the colour', () => {
    expect(shade('a', false)).not.toBe(shade('a', true));
    expect(shade('12ab9f', true)).toBe('#12ab9f');
  });
});
