/** Words that name a column of places, and how a label is compared with them: dBASE cuts labels at ten letters and writers join words. */
import { fold, porterStem } from '../../text/index.ts';

export type DescriptorStrength = 'strong' | 'weak';

const PORTUGUESE =
  'cidade municipio estado pais bairro distrito localidade lugar povoado vila regiao provincia capital uf';
const ENGLISH =
  'city town county state country place location locality region district municipality province village parish suburb';
/** Portugal's own: not in the published list. */
const PORTUGAL = 'concelho freguesia';
const WEAK = 'nome name label admin adm';
const NAME_SUFFIXES = ['name', 'nome', 'nm', 'desc'] as const;

interface Descriptor {
  readonly word: string;
  /** English words are compared by their stems too; null for the others. */
  readonly stem: string | null;
  readonly strength: DescriptorStrength;
}

const DESCRIPTORS: readonly Descriptor[] = [
  ...`${PORTUGUESE} ${PORTUGAL}`
    .split(' ')
    .map((word) => ({ word, stem: null, strength: 'strong' as const })),
  ...ENGLISH.split(' ').map((word) => ({ word, stem: porterStem(word), strength: 'strong' as const })),
  ...WEAK.split(' ').map((word) => ({
    word,
    stem: word === 'name' || word === 'label' ? porterStem(word) : null,
    strength: 'weak' as const,
  })),
];

/** dBASE keeps ten letters of a label. */
const LABEL_LENGTH = 10;

/** `NOME_MUNIC` → nome, munic; `cityName2` → city, name. */
export function labelTokens(label: string): string[] {
  return fold(
    label
      .slice(0, 200)
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/\p{N}+/gu, ' '),
  )
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}

function plurals(word: string): string[] {
  const forms = [`${word}s`, `${word}es`];
  if (word.endsWith('ao')) forms.push(`${word.slice(0, -2)}oes`);
  if (word.endsWith('y')) forms.push(`${word.slice(0, -1)}ies`);
  if (word.endsWith('al')) forms.push(`${word.slice(0, -1)}is`);
  return forms;
}

/** Whether one token of a label says what the descriptor says. */
function says(token: string, tokenStem: string, { word, stem }: Descriptor): boolean {
  if (token === word || plurals(word).includes(token)) return true;
  if (tokenStem === stem) return true;
  for (const suffix of NAME_SUFFIXES) if (token === word + suffix) return true;
  if (word.length < 5) return false;
  if (token.startsWith(word) || token.endsWith(word)) return true;
  // A label that was cut: `MUNICIPALI`, `NOME_MUNIC`.
  return token.length >= 5 && token.length <= LABEL_LENGTH && word.startsWith(token);
}

/** How strongly a label names places, null when it does not. */
export function describeLabel(
  label: string,
): { readonly strength: DescriptorStrength; readonly descriptor: string } | null {
  const tokens = labelTokens(label).map((token) => ({ token, stem: porterStem(token) }));
  let weak: string | null = null;
  for (const descriptor of DESCRIPTORS)
    for (const { token, stem } of tokens) {
      if (!says(token, stem, descriptor)) continue;
      if (descriptor.strength === 'strong') return { strength: 'strong', descriptor: descriptor.word };
      weak ??= descriptor.word;
    }
  return weak === null ? null : { strength: 'weak', descriptor: weak };
}

const PERSONAL =
  /^(?:cpf|cnpj|rg|e?mail|email|fone|telefone|celular|phone|tel|nascimento|birth|senha|password|proprietario|proprietar|prop|responsave|responsavel|contato|contact|owner|morador|titular|medico|paciente|aluno|professor|autor|author|usuario|user|cliente|requerente|tecnico)$/;

/** Whether a label speaks of a person: such columns are neither indexed nor taken for places. */
export function isPersonalLabel(label: string): boolean {
  return labelTokens(label).some((token) => PERSONAL.test(token));
}
