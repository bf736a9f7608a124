/**
 * The geo-interesting words: Portuguese and English pairs and a dozen others, as GeoDiscover lists them (docs/methods.md), with the weight
 * each has today. Spellings are the table's (`spacial` stands there for `spatial`, which the modern profile adds).
 */
export interface GeoTerm {
  readonly term: string;
  readonly language: 'pt' | 'en' | 'both';
  /** 3: no other field uses the word; 1: usual; 0.25: so common on the Web that it proves nothing alone. */
  readonly weight: number;
  /** The word's counterpart in the other language, '' where the table has none. */
  readonly translation: string;
}

const PAIRS =
  'aerofoto:aerial photography,limite:boundary,shape:shapefile,cartografia:cartography,cartográfico:cartographic,censo:census,' +
  'cidade:city,município:county,estado:state,país:country,clima:climate,coordenada:coordinate,desmatamento:deforestation,' +
  'escala:scale,geografia:geography,geográfico:geographic,geoprocessamento:geoprocessing,mapa:map,mapeamento:mapping,' +
  'mosaico:mosaic,projeção:projection,espacial:spacial,espectral:spectral,temporal:temporal,satélite:satellite,' +
  'temático:thematic,temperatura:temperature,tempo:weather,sensoriamento:sensing,remoto:remote,topográfico:topographic,' +
  'vegetação:vegetation,imagem:image,sig:gis';
const OTHERS = 'shp,arcview,latitude,longitude,landsat,ikonos,quickbird,spot,lat,long,queimada,geo';
const STRONG = new Set(
  'shapefile,shp,geoprocessamento,geoprocessing,sig,gis,landsat,ikonos,quickbird,arcview'.split(','),
);
const COMMON = new Set('long,state,image,spot,tempo,estado,limite,remote,scale,city'.split(','));

function term(word: string, language: GeoTerm['language'], translation: string): GeoTerm {
  return {
    term: word,
    language,
    weight: STRONG.has(word) ? 3 : COMMON.has(word) ? 0.25 : 1,
    translation,
  };
}

function table(): GeoTerm[] {
  const terms = new Map<string, GeoTerm>();
  for (const pair of PAIRS.split(',')) {
    const [pt, en] = pair.split(':') as [string, string];
    if (pt === en) terms.set(pt, term(pt, 'both', en));
    else {
      terms.set(pt, term(pt, 'pt', en));
      terms.set(en, term(en, 'en', pt));
    }
  }
  for (const word of OTHERS.split(',')) if (!terms.has(word)) terms.set(word, term(word, 'both', ''));
  return [...terms.values()];
}

/** The 79 words of the table. */
export const COMPAT_TERMS: readonly GeoTerm[] = table();

/** The same, with the spelling that English has. */
export const MODERN_TERMS: readonly GeoTerm[] = [...COMPAT_TERMS, term('spatial', 'en', 'espacial')];
