import { describe, expect, it } from 'vitest';
import { aroundAll, extentPoints, extentPolygons, readBox } from './extents.ts';

describe('extents', () => {
  it('goes over the 180th meridian in one piece', () => {
    const [polygon] = extentPolygons([{ id: 1, box: [170, -20, -170, -10] }]);
    expect((polygon!.geometry.coordinates as number[][][])[0]!.map(([x]) => x)).toEqual([
      170, 190, 190, 170, 170,
    ]);
    expect(extentPoints([{ id: 1, box: [170, -20, -170, -10] }])[0]!.geometry.coordinates).toEqual([
      180, -15,
    ]);
  });

  it('looks at where data lies, not at what covers the world', () => {
    expect(
      aroundAll([
        { id: 1, box: [-180, -90, 180, 90] },
        { id: 2, box: [-9, 38, -8, 39] },
        { id: 3, box: null },
        { id: 4, box: [-47, -24, -46, -23] },
      ]),
    ).toEqual([-47, -24, -8, 39]);
    expect(aroundAll([{ id: 3, box: null }])).toBeNull();
  });

  it('reads the area of an address, or nothing', () => {
    expect(readBox('-47.1,-24,-46.3,-23.3')).toEqual([-47.1, -24, -46.3, -23.3]);
    for (const wrong of [undefined, '', '1,2,3', '1,2,3,x', '0,10,1,5', '-200,0,0,1', ',,,'])
      expect(readBox(wrong)).toBeNull();
  });
});
