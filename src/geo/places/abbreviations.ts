/** Short values of columns of places: the codes of Brazil's states. */
const STATES =
  'AC:Acre,AL:Alagoas,AP:Amapá,AM:Amazonas,BA:Bahia,CE:Ceará,DF:Distrito Federal,ES:Espírito Santo,GO:Goiás,MA:Maranhão,MT:Mato Grosso,MS:Mato Grosso do Sul,MG:Minas Gerais,PA:Pará,PB:Paraíba,PR:Paraná,PE:Pernambuco,PI:Piauí,RJ:Rio de Janeiro,RN:Rio Grande do Norte,RS:Rio Grande do Sul,RO:Rondônia,RR:Roraima,SC:Santa Catarina,SP:São Paulo,SE:Sergipe,TO:Tocantins';

const NAMES: ReadonlyMap<string, string> = new Map(
  STATES.split(',').map((pair) => pair.split(':') as [string, string]),
);

/** The name behind a code of two letters; null for a code of nothing. */
export function expanded(value: string): string | null {
  return NAMES.get(value.trim().toUpperCase()) ?? null;
}
