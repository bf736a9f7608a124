/** Units of measure as pages write them, with their dimension and how many base units they are. */

interface Unit {
  readonly name: string;
  readonly dimension: string;
  readonly factor: number;
}

const TABLE: readonly (readonly [dimension: string, name: string, factor: number, written: string])[] = [
  ['m', 'mm', 0.001, 'mm'],
  ['m', 'cm', 0.01, 'cm'],
  ['m', 'm', 1, 'm mt mts metro metros'],
  ['m', 'km', 1000, 'km kms quilômetro quilômetros quilometros'],
  ['kg', 'g', 0.001, 'g gr grama gramas'],
  ['kg', 'kg', 1, 'kg kgs quilo quilos kilo kilos'],
  ['kg', 't', 1000, 't ton tonelada toneladas'],
  ['m²', 'cm²', 0.0001, 'cm² cm2'],
  ['m²', 'm²', 1, 'm² m2 mq'],
  ['m²', 'ha', 10_000, 'ha hectare hectares'],
  ['m²', 'km²', 1_000_000, 'km² km2'],
  ['m³', 'm³', 1, 'm³ m3'],
  ['m³', 'L', 0.001, 'l lt litro litros'],
  ['m³', 'mL', 0.000_001, 'ml'],
  ['s', 's', 1, 's seg segundo segundos'],
  ['s', 'min', 60, 'min min. mins minuto minutos'],
  ['s', 'h', 3600, 'h hr hrs hora horas'],
  ['s', 'dia', 86_400, 'dia dias'],
  ['mês', 'mês', 1, 'mês meses'],
  ['mês', 'ano', 12, 'ano anos'],
  ['%', '%', 1, '%'],
  ['km/h', 'km/h', 1, 'km/h'],
  ['W', 'W', 1, 'w watts'],
  ['W', 'kW', 1000, 'kw'],
  ['cv', 'cv', 1, 'cv'],
  // The British horse is a little stronger than the metric one.
  ['cv', 'hp', 1.01387, 'hp'],
  ['V', 'V', 1, 'v volts'],
  ['°C', '°C', 1, '°c ºc'],
  ['B', 'kB', 1e3, 'kb'],
  ['B', 'MB', 1e6, 'mb'],
  ['B', 'GB', 1e9, 'gb'],
  ['B', 'TB', 1e12, 'tb'],
  ['pol', 'pol', 1, 'pol polegadas'],
];

const UNITS = new Map<string, Unit>();
for (const [dimension, name, factor, written] of TABLE)
  for (const word of written.split(' ')) UNITS.set(word, { name, dimension, factor });

export function unitOf(word: string): Unit | null {
  return UNITS.get(word.toLowerCase()) ?? UNITS.get(word.toLowerCase().replace(/\.$/, '')) ?? null;
}
