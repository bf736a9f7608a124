/** What an anchor says about the data behind it: the scale, and the kind of data. */
import { foldWords } from '../../text/index.ts';

const SCALE = /(?<!\d)1\s*[:/]\s*(\d{1,3}(?:[.\s]\d{3}){1,4}|\d{1,9})(?!\d)/;

/** The denominator of the scale: `1:20.000` → 20000; null when there is none. */
export function scaleIn(text: string): number | null {
  const match = SCALE.exec(text.slice(0, 1000));
  if (match === null) return null;
  const denominator = Number(match[1]!.replace(/[.\s]/g, ''));
  // 1:1 to 1:9 and dates such as 1/12 are something else.
  return denominator >= 100 ? denominator : null;
}

const KINDS: readonly (readonly [kind: string, phrases: readonly string[]])[] = [
  [
    'topographic sheet',
    ['carta topografica', 'cartas topograficas', 'topographic sheet', 'topographic map', 'folha topografica'],
  ],
  [
    'point network',
    [
      'rede de pontos',
      'rede geodesica',
      'pontos de controle',
      'point network',
      'marcos geodesicos',
      'vertices geodesicos',
    ],
  ],
  ['thematic map', ['mapa tematico', 'mapas tematicos', 'thematic map']],
  [
    'image',
    [
      'imagem de satelite',
      'imagens de satelite',
      'ortofoto',
      'ortofotos',
      'ortoimagem',
      'satellite image',
      'aerofoto',
      'mosaico',
    ],
  ],
  [
    'elevation',
    ['modelo digital', 'curvas de nivel', 'altimetria', 'elevation model', 'contours', 'mdt', 'mde', 'srtm'],
  ],
  [
    'boundaries',
    [
      'limites',
      'divisas',
      'malha municipal',
      'malha territorial',
      'boundaries',
      'boundary',
      'divisao politica',
    ],
  ],
  ['map', ['mapa', 'mapas', 'map', 'maps', 'carta', 'planta']],
];

/** The kinds of data that a text names, in a fixed vocabulary. */
export function dataKindsIn(text: string): string[] {
  const folded = ` ${foldWords(text.slice(0, 2000))} `;
  return KINDS.filter(([, phrases]) => phrases.some((phrase) => folded.includes(` ${phrase} `))).map(
    ([kind]) => kind,
  );
}
