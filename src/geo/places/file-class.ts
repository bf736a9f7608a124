/**
 * The class of the things in a file, by its name: `rios.shp` holds rivers, so its column `NOME` holds names of rivers; `cidades.dbf` holds
 * towns. The same words, in a query, tell a class query (`cidades de São Paulo`) from a specific one (`São José dos Campos`).
 */
import { foldWords } from '../../text/index.ts';

export type FeatureType =
  | 'river'
  | 'road'
  | 'city'
  | 'municipality'
  | 'state'
  | 'country'
  | 'neighbourhood'
  | 'district'
  | 'boundary'
  | 'contour'
  | 'land use'
  | 'vegetation'
  | 'deforestation'
  | 'protected area'
  | 'railway'
  | 'school'
  | 'health'
  | 'station'
  | 'spring'
  | 'beach'
  | 'trail'
  | 'geodetic mark'
  | 'census tract'
  | 'soil'
  | 'geology'
  | 'elevation'
  | 'imagery'
  | 'parcel'
  | 'building'
  | 'port'
  | 'fire';

/** Words of each class, folded, singular and plural, in Portuguese and English; phrases before words. */
const LEXICON: readonly (readonly [FeatureType, string])[] = [
  [
    'land use',
    'uso do solo|uso e cobertura|uso da terra|usosolo|uso solo|cobertura do solo|land use|landuse|land cover|ocupacao do solo|cos',
  ],
  ['contour', 'curvas de nivel|curva de nivel|curvas nivel|curvasnivel|curvas|contours|contour|altimetria'],
  ['census tract', 'setores censitarios|setor censitario|setores|census tracts|tracts|seccoes estatisticas'],
  [
    'protected area',
    'unidades de conservacao|unidade de conservacao|areas protegidas|area protegida|parques|parque|terras indigenas|protected areas|reservas',
  ],
  ['geodetic mark', 'marcos geodesicos|vertices geodesicos|rede geodesica|geodetic marks|rede de pontos'],
  [
    'river',
    'rios|rio|hidrografia|cursos de agua|cursos dagua|drenagem|bacias|bacia|rivers|river|streams|hydrography|ribeiras',
  ],
  [
    'road',
    'rodovias|rodovia|estradas|estrada|ruas|rua|logradouros|eixos viarios|vias|roads|road|streets|highways|sistema viario',
  ],
  ['railway', 'ferrovias|ferrovia|railways|railway|linhas ferreas'],
  [
    'city',
    'cidades|cidade|sedes municipais|sedes|localidades|povoados|cities|city|towns|populated places|povoacoes',
  ],
  ['municipality', 'municipios|municipio|municipal|concelhos|concelho|counties|county|municipalities'],
  ['state', 'estados|unidades da federacao|ufs|uf|states|state|provincias'],
  ['country', 'paises|countries|country|mundo'],
  ['neighbourhood', 'bairros|bairro|neighbourhoods|neighborhoods|suburbs'],
  ['district', 'distritos|distrito|freguesias|freguesia|districts|parishes'],
  ['boundary', 'limites|limite|divisas|divisa|malha|boundaries|boundary|perimetro|contorno'],
  ['vegetation', 'vegetacao|florestas|floresta|biomas|bioma|vegetation|forest|forests'],
  ['deforestation', 'desmatamento|desmatamentos|deforestation|prodes|deter'],
  ['school', 'escolas|escola|schools|school|equipamentos escolares'],
  ['health', 'hospitais|hospital|postos de saude|unidades de saude|ubs|hospitals'],
  ['station', 'estacoes|estacao|stations|pluviometricas'],
  ['spring', 'nascentes|nascente|springs'],
  ['beach', 'praias|praia|beaches'],
  ['trail', 'trilhas|percursos|percursos pedestres|trilhos|trails|trajetos'],
  ['soil', 'solos|pedologia|soils'],
  ['geology', 'geologia|litologia|geology|recursos minerais'],
  ['elevation', 'relevo|mde|mdt|srtm|dem|elevacao|elevation|declividade'],
  ['imagery', 'imagens|imagem|ortofotos|ortofoto|mosaico|imagery|orthophotos'],
  ['parcel', 'lotes|lote|parcelas|imoveis|imoveis rurais|parcels|cadastro'],
  ['building', 'edificacoes|edificios|construcoes|buildings'],
  ['port', 'portos|aeroportos|ports|airports'],
  ['fire', 'queimadas|focos|focos de calor|focos de queimada|fires|incendios'],
];

const BY_PHRASE: ReadonlyMap<string, FeatureType> = new Map(
  LEXICON.flatMap(([type, phrases]) => phrases.split('|').map((phrase) => [phrase, type] as const)),
);
const LONGEST_PHRASE = 4;

/** The folded stem of a file's name: `/a/Rios_2020.SHP` → `rios 2020`. */
export function fileClassOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return foldWords(last.replace(/(?:\.[A-Za-z0-9]{1,9}){1,2}$/, '').replace(/[_+%-]+/g, ' '));
}

/** The kinds of things that a text names. */
export function featureTypesIn(text: string): FeatureType[] {
  const words = foldWords(text.slice(0, 2000)).split(' ');
  const types = new Set<FeatureType>();
  for (let i = 0; i < words.length; i++)
    for (let count = Math.min(LONGEST_PHRASE, words.length - i); count > 0; count--) {
      const type = BY_PHRASE.get(
        words
          .slice(i, i + count)
          .join(' ')
          .replace(/\d+$/, ''),
      );
      if (type === undefined) continue;
      types.add(type);
      i += count - 1;
      break;
    }
  return [...types];
}

/** Feature types whose names are places that people live in: in such a file a column `NOME` is a column of places. */
const PLACE_LIKE: ReadonlySet<FeatureType> = new Set<FeatureType>([
  'city',
  'municipality',
  'state',
  'country',
  'neighbourhood',
  'district',
]);

export function isPlaceLike(fileClass: string): boolean {
  return featureTypesIn(fileClass).some((type) => PLACE_LIKE.has(type));
}
