/**
 * Whose Portuguese a text is: words and spellings that tell Brazil from Portugal (and from Africa and Timor, which
 * write as Portugal does).
 */
import { forEachToken } from './tokens.ts';

export type PortugueseVariety = 'pt-BR' | 'pt-PT';

const BRAZIL: ReadonlySet<string> = new Set(
  (
    'você vocês brasil brasileiro brasileira brasileiros brasileiras ônibus trem trens celular celulares time times gol gols esporte esportes esportivo contato contatos equipe equipes fato fatos ' +
    'registro registros bilhão bilhões prefeitura prefeituras prefeito prefeita vereador vereadora municipal cadastro cadastrar aluguel banheiro tela telas arquivo arquivos usuário usuários usuária ' +
    'mídia gênero gêneros tênis bônus xampu maiô grana café-da-manhã estadual federal cep cpf cnpj pedestre caminhão vestibular goleiro torcida planejamento gerenciamento aterrissagem sorvete ' +
    'suco terno dezesseis dezessete dezenove quatorze econômico econômica acadêmico acadêmica fenômeno antônio patrimônio polêmica cinquenta-e-oito'
  ).split(' '),
);
const PORTUGAL: ReadonlySet<string> = new Set(
  (
    'portugal português portuguesa portugueses portuguesas autocarro autocarros comboio comboios telemóvel telemóveis golo golos desporto desportos desportivo desportiva contacto contactos equipa equipas facto factos ' +
    'registo registos autarquia autarquias concelho concelhos freguesia freguesias ecrã ecrãs ficheiro ficheiros utilizador utilizadores género géneros ténis bónus ' +
    'connosco peão camião guarda-redes adeptos planeamento gestão gelado sumo fato-de-banho dezasseis dezassete dezanove catorze económico económica académico académica fenómeno antónio ' +
    'património polémica sítio electrónico eletrónico eletrónica morada nif telemovel passadeira casa-de-banho acção direcção projecto actual actualidade actividade actividades objectivo objectivos óptimo lisboa'
  ).split(' '),
);

/** Whose seasons and holidays a page keeps: by the country of its host, else by its spelling; Portugal's where neither says. */
export function portugueseOf(url: string | null, text: string): PortugueseVariety {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url ?? '')?.[1]?.toLowerCase() ?? '';
  if (host.endsWith('.br')) return 'pt-BR';
  if (host.endsWith('.pt')) return 'pt-PT';
  return portugueseVariety(text) ?? 'pt-PT';
}

/** Characters read: a text that has not said by then is not likely to. */
const VARIETY_SAMPLE = 8192;

/** Which Portuguese a text is written in; null when it does not say. Meant for texts already known to be Portuguese. */
export function portugueseVariety(text: string): PortugueseVariety | null {
  const sample = text.length > VARIETY_SAMPLE ? text.slice(0, VARIETY_SAMPLE) : text;
  let brazil = 0;
  let portugal = 0;
  forEachToken(sample, (start, end) => {
    if (end - start < 3 || end - start > 16) return;
    const word = sample.slice(start, end).toLowerCase();
    if (BRAZIL.has(word)) brazil += 2;
    else if (PORTUGAL.has(word)) portugal += 2;
    // Amazônia, atômico: before a nasal Brazil closes the vowel that Portugal opens.
    else if (word.includes('ôn') || word.includes('ôm')) brazil++;
    else if (word.includes('ón') || word.includes('óm')) portugal++;
  });
  const sum = brazil + portugal;
  if (sum < 4) return null;
  if (brazil >= 0.7 * sum) return 'pt-BR';
  return portugal >= 0.7 * sum ? 'pt-PT' : null;
}
