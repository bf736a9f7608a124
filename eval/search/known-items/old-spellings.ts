/**
 * Words that were spelt otherwise before the agreement of 1990, as its text and the vocabularies made for it list them; the first form is the
 * older. Only for drawing questions: the search has rules of its own, and does not read this list.
 */
const PAIRS =
  'acção ação acções ações activo ativo activa ativa actividade atividade actividades atividades actual atual actuais atuais actualmente atualmente ' +
  'actor ator actores atores acto ato actos atos adopção adoção adoptar adotar arquitecto arquiteto arquitectura arquitetura aspecto aspeto ' +
  'baptismo batismo baptizado batizado colecção coleção colecções coleções colectivo coletivo colectiva coletiva correcto correto correcta correta ' +
  'correcção correção direcção direção directo direto directa direta director diretor directora diretora directamente diretamente ' +
  'efectivo efetivo efectuar efetuar efeito efeito eléctrico elétrico eléctrica elétrica electricidade eletricidade electrónico eletrônico ' +
  'exacto exato exactamente exatamente excepção exceção factor fator factores fatores factura fatura fracção fração inspector inspetor ' +
  'lectivo letivo nocturno noturno objectivo objetivo objectivos objetivos objecto objeto objectos objetos óptimo ótimo óptica ótica ' +
  'percepção perceção projecto projeto projectos projetos protecção proteção protector protetor reacção reação redacção redação reflectir refletir ' +
  'respectivo respetivo sector setor sectores setores selecção seleção táctica tática tecto teto trajecto trajeto transacção transação ' +
  'tracção tração Egipto Egito lingüística linguística freqüência frequência conseqüência consequência tranqüilo tranquilo idéia ideia idéias ideias ' +
  'assembléia assembleia européia europeia jibóia jiboia heróico heroico vôo voo enjôo enjoo lêem leem vêem veem pára para';

const OTHER = new Map<string, string>();
{
  const list = PAIRS.split(' ');
  for (let i = 0; i + 1 < list.length; i += 2) {
    const [older, newer] = [list[i]!, list[i + 1]!];
    if (older === newer || older === 'pára') continue;
    OTHER.set(older.toLowerCase(), newer);
    OTHER.set(newer.toLowerCase(), older);
  }
}

/** The same word as the other time spelt it; null when it knows of none. */
export function oldSpelling(word: string): string | null {
  return OTHER.get(word.normalize('NFC').toLowerCase()) ?? null;
}
