/**
 * What a byline says, brought down to the names: "Por Ana Lima, da Agência Brasil — 12/03/2021 às 10h" is Ana Lima. Texts that name
 * nobody (labels, dates, addresses, the variables of a template) give ''.
 */
import { foldWords } from '../text/index.ts';

const LONGEST_BYLINE = 300;
export const LONGEST_NAME = 160;
/** Of one name. */
const MOST_WORDS = 8;
const MOST_NAMES = 12;
/** Words that may follow a name after a comma; with more it was the beginning of a sentence. */
const MOST_AFTER = 5;

/** What stands before a name; nothing else does when it is the whole text. */
const LABEL =
  /^(?:(?:mat[ée]ria|texto|reportagem|edi[çc][ãa]o|cr[ôo]nica|artigo|coluna|an[áa]lise|escrit[oa]|publicad[oa]|postad[oa]|enviad[oa]|criad[oa]|redigid[oa]|words|text|story|article|post|blog|written|posted|published|submitted|reported|authored|created|reviewed|uploaded|started|asked|contributed|guest post|medically reviewed)\s+(?:por|pel[oa]s?|de|by)|por|by|from|autor(?:es|as?)?(?:\(a?e?s\))?|authors?|author name|editor[ae]?|rep[óo]rter|colunista|jornalista|redator[ae]?|text[eo]?|reportagem|writer|columnist|written|byline|thread starter|作者)(?:\s*[:：\-–—|•]\s*|\s+|$)/iu;
/** Of two words, in the middle of a line: "3 min read By Ana Lima". */
const LABEL_INSIDE =
  /(?:^|[\s|•·,–—-])(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Ww]ords|[Ss]tory) by|(?:[Ee]scrito|[Pp]ublicado|[Pp]ostado) por|[Tt]exto de|[Bb]y|BY|[Pp]or|POR)[:\s]\s*(?=\p{Lu})/u;

/** Where a byline goes on with something else than names. */
const REST: readonly RegExp[] = [
  /\s*[|•·\n\t►»›]\s*.*$/su,
  /\s+[–—-]{1,2}\s+.*$/su,
  /\s*\((?!\p{Lu}\p{L}+\)).*$/su,
  /\s*(?:https?:\/\/|www\.)\S*.*$/isu,
  /,?\s*(?:\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}\s+(?:de\s+)?(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)\p{L}*\.?(?:\s+(?:de\s+)?\d{2,4})?|(?:jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez)\p{L}*\.?\s+\d{1,2}(?:st|nd|rd|th)?\b|\d{1,2}:\d\d|\d+\s*(?:min|hour|hora|day|dia|week|semana|month|m[êe]s|year|ano|h\b)).*$/isu,
  /\s+(?:on|em|no dia|at|às|updated|atualizad[oa]|published|publicad[oa]|posted|in|for|para|via|says|said|wrote|escreveu|disse|diz|follow|seguir|siga|share|view all|ver perfil|is an?|é)(?:\s.*)?:?$/su,
];

/** Of a person, after a comma; or of where and for whom the text was written. */
const ROLE =
  /^(?:d[aoe]s?|em|no|na|para|especial|colabora\p{L}*|enviad[oa]|correspondente|com|sob|rep[óo]rter|editor\p{L}*|jornalista|colunista|estagi[áa]ri[oa]|redator[ae]?|(?:the\s+|an?\s+)?(?:\p{L}+[\s-]+){0,5}(?:editors?|writers?|reporters?|correspondents?|contributors?|columnist|staff|journalist|producer|founder|co-?founder|director|manager|president|specialist|expert|author|freelancer|analyst|critic|team)|ceo|cto|coo|cmo|cfo|vp|ph\.?\s?d\.?|m\.?d\.?|mba|rn|rd|rdn|ldn|dds|esq\.?|cpa|cfp|jd|m\.?s\.?|m\.?a\.?|b\.?a\.?|cscs|cpt|lcsw|afp|reuters|associated press|usa today|ap|bbc|g1|r7|uol|estad[ãa]o)(?:[\s.,]|$)/iu;
const GENERATION = /^(?:jr|sr|junior|filho|neto|sobrinho|ii|iii|iv)\.?$/i;

/** Folded texts that name nobody. */
const NOBODY = new Set(
  (
    'admin|administrator|administrador|root|webmaster|user|usuario|guest|guest author|convidado|anonymous|anonimo|undefined|null|none|nan|unknown|desconhecido|n a|test|teste|default|false|true|name|nome|' +
    'sun|mon|tue|wed|thu|fri|sat|sunday|monday|tuesday|wednesday|thursday|friday|saturday|domingo|segunda|terca|quarta|quinta|sexta|sabado|today|hoje|yesterday|ontem|cancel|cancelar|sign up|' +
    'author|authors|autor|autora|autores|author name|nome do autor|sobre o autor|sobre a autora|about the author|about author|about|by|por|written by|posted by|published by|escrito por|publicado por|byline|writer|editor|' +
    'comment|comments|comentario|comentarios|reply|responder|share|compartilhe|compartilhar|follow|seguir|siga|read more|leia mais|view profile|ver perfil|profile|perfil|view all posts|ver todos os posts|more from this author|' +
    'email|e mail|website|site|twitter|facebook|instagram|linkedin|youtube|google|home|inicio|login|log in|sign in|entrar|search|object object|super user|wordpress|wp admin|siteadmin|hello|new member|member|moderator|op|' +
    'published|updated|publicado|atualizado|date|data|share this|print|imprimir|listen|ouvir|see all|ver todos|reviewed by|medically reviewed by|fact checked by|edited by|contributor|contributors|staff'
  ).split('|'),
);

const TEMPLATE = /[{}<>[\]=$%\\]|^\w+(?:\.\w+){2,}$|_{2,}|\bundefined\b|\bnull\b/;
const SENTENCE = /[.!?…]\s+\p{Ll}|\p{L}{4}\.\s|[!?]$/u;
/** The name of a host is no author's. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,6}(?: |$)/u;

/** The names in a byline, joined with commas; '' when nobody is named. `user`: names of users, as on forums, may be anything. */
export function authorName(written: string, user = false): string {
  let text = written
    .slice(0, LONGEST_BYLINE)
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim();
  if (/^(?:da|d[ao]s?) reda[çc][ãa]o\b/iu.test(text))
    return text.slice(0, text.search(/\s(?:em|às)\s|[|•·–—,\d]|\s-\s|$/u)).trim();
  text = withoutLabel(text);
  if (!user) {
    const inside = LABEL_INSIDE.exec(text);
    if (inside !== null) text = text.slice(inside.index + inside[0].length);
    // The address of an e-mail, and what follows it.
    const at = text.indexOf('@', 1);
    if (at > 0) text = text.slice(0, text.lastIndexOf(' ', at) + 1).trim();
    for (const rest of REST) text = text.replace(rest, '');
  }
  text = trimmed(text);
  if (user) return isUser(text) ? text : '';
  const names: string[] = [];
  // `Souza, Maria` is one name, but bylines are hardly written so; `Ana Lima, Rui Sá` are two.
  const pieces = text.split(/\s*[,;]\s+/, MOST_NAMES + 1);
  for (const piece of pieces) {
    const name = trimmed(piece.replace(/^(?:and|e|y|und|et|com|with)\s+/iu, ''));
    if (name === '') continue;
    if (names.length > 0 && GENERATION.test(name)) names[names.length - 1] += `, ${name}`;
    else if (names.length > 0 && ROLE.test(name)) continue;
    else if (isName(name)) {
      if (!names.includes(name)) names.push(name);
    } else if (names.length === 0 || name.split(' ').length > MOST_AFTER) return '';
    else break;
  }
  const joined = names.join(', ');
  return joined.length > LONGEST_NAME ? (names[0] ?? '') : joined;
}

/** Whether the text is nothing but what stands before a name: "Por", "Written by:". */
export function isLabel(written: string): boolean {
  const text = written
    .slice(0, 60)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  return text !== '' && LABEL.test(text) && withoutLabel(text) === '';
}

function withoutLabel(text: string): string {
  let left = text.replace(/^(?:By|Por)(?=\p{Lu}\p{Ll})/u, '');
  for (let i = 0; i < 3; i++) {
    const label = LABEL.exec(left);
    if (label === null) break;
    left = left.slice(label[0].length);
  }
  // "De Ana Lima" is by Ana Lima; "De Souza" is somebody's name.
  return left.replace(/^(?:De|Di|Von|von|Par|Da|Do) (?=\p{Lu}\p{L}+ (?:d[aeo]s? )?\p{Lu})/u, '').trim();
}

function trimmed(text: string): string {
  return text
    .replace(/^[\s,;:.|~@*"“”'‘’–—-]+/u, '')
    .replace(/^\(([^()]*)\)$/u, '$1')
    .replace(/[\s,;:|~*"“”–—-]+$/u, '');
}

function isUser(text: string): boolean {
  return (
    text.length > 1 &&
    text.length <= 40 &&
    /[\p{L}\p{N}]/u.test(text) &&
    !NOBODY.has(foldWords(text)) &&
    text.split(' ').length <= 4
  );
}

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 100 || !/\p{L}{2}/u.test(name)) return false;
  if (
    TEMPLATE.test(name) ||
    SENTENCE.test(name) ||
    HOST.test(name) ||
    /^https?:|@|\d{3}|(?:^| )\d+(?: |$)/i.test(name)
  )
    return false;
  const words = name.split(' ');
  if (words.length > MOST_WORDS || NOBODY.has(foldWords(name))) return false;
  if (words.length === 1 && /\d/.test(name) && !/\p{Lu}/u.test(name)) return false;
  // Names are written large, but for what joins them; a line of small words is something else.
  const small = words.filter((word) => /^\p{Ll}/u.test(word) && !JOINING.has(word)).length;
  return words.length === 1 || small * 3 <= words.length;
}
const JOINING = new Set(
  'de da do das dos e di del della von van der den la le y and et und com with for the of bin ibn al el du'.split(
    ' ',
  ),
);
