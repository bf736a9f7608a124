/** Geometries in well-known text (`POLYGON ((…))`), as tables carry them. */
import { Extent, type Shape } from './dataset.ts';
import { ShapeBuilder } from './flat-geometry.ts';

const LONGEST = 8 << 20;

/** Shapes of a text; none when it is no geometry. */
export function parseWktGeometry(text: string): { readonly shapes: Shape[]; readonly extent: Extent } {
  const shapes: Shape[] = [];
  const extent = new Extent();
  const start = /^\s*(?:SRID=\d+;)?\s*(?=[A-Z])/i.exec(text);
  if (start === null || text.length > LONGEST) return { shapes, extent };
  let at = start[0].length;
  let builder: ShapeBuilder | null = null;
  let depth = 0;
  let builderDepth = 0;
  const finish = () => {
    if (builder !== null && builder.points > 0) shapes.push(builder.build());
    builder = null;
  };
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if ((c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a)) {
      let end = at;
      while (end < text.length && /[A-Za-z]/.test(text[end]!)) end++;
      const word = text.slice(at, end).toUpperCase();
      if (/POINT|LINESTRING|POLYGON|CURVE|SURFACE|TRIANGLE|TIN/.test(word)) {
        finish();
        builder = new ShapeBuilder(
          word.includes('POINT') ? 'point' : /POLYGON|SURFACE|TRIANGLE|TIN/.test(word) ? 'polygon' : 'line',
        );
        builderDepth = depth;
      } else if (word !== 'GEOMETRYCOLLECTION' && !/^(?:Z|M|ZM|EMPTY)$/.test(word))
        return { shapes: [], extent: new Extent() };
      at = end;
    } else if (c === 0x28) {
      depth++;
      at++;
    } else if (c === 0x29) {
      depth--;
      (builder as ShapeBuilder | null)?.endPart();
      if (depth <= builderDepth) finish();
      at++;
    } else if (c === 0x2c || c <= 0x20) at++;
    else {
      let end = at;
      while (end < text.length && !'(),'.includes(text[end]!)) end++;
      const [x, y] = text.slice(at, end).trim().split(/\s+/).map(Number);
      if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y))
        return { shapes, extent };
      (builder as ShapeBuilder | null)?.add(x, y);
      extent.add(x, y);
      at = end;
    }
  }
  finish();
  return { shapes, extent };
}
