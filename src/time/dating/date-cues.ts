/** What the words before a date say it is: "Publicado em", "Atualizado às", "Stand:", "Last modified" … or that it is no page's date. */
import { fold } from '../../text/index.ts';
import type { DateRole } from './candidate.ts';

export interface DateCue {
  readonly role: DateRole;
  /** How much the words are for (or, below zero, against) a date of the page. */
  readonly weight: number;
}

const NONE: DateCue = { role: 'unknown', weight: 0 };

// All patterns run on folded text (lower case, accents off) of at most REACH characters.
const PUBLISHED =
  /(?:public(?:ad[oa]|acao|ado el|ada el)|post(?:ad[oa]|ed|agem)|criad[oa]|inserid[oa]|divulgad[oa]|escrit[oa]|cadastrad[oa]|incluid[oa]|data d[ae] (?:public|post|divulg|cria)\w*|fecha de publicacion|published?|publication date|date published|first published|originally published|created|added|written|issued|submitted|released|publie[e]?|mis en ligne|cree|ecrit|parue?|poste|redige|veroffentlicht\w*|publiziert|erstellt|gepostet|eingestellt|verfasst|geschrieben|erschienen|hinzugefugt|online seit|(?:beitrag|artikel|eintrag) wurde|(?:entry|article|post) was|eintrag vom|artikel vom|beitrag vom|meldung vom|pressemitteilung vom|news vom|nachricht vom|pubblicat[oa]|inserit[oa]|scritto|gepubliceerd|geplaatst|opublikowan[oa]|publikovano|publisert|publicerad|julkaistu|udgivet|lagt ut)\b/g;
/** Names of a day itself: they are a label only just before it ("Data: 12/03/2021", not "Data as of" or "Due date"). */
const LABEL = /(?:^|[^a-z\s]\s*)(?:datum|date|dated|data|fecha)\s*[:=–-]?\s*$/;
const MODIFIED =
  /(?:atualiz(?:ad[oa]|acao)|actualiz(?:ad[oa]|acao|acion)|modificad[oa]|alterad[oa]|revisad[oa]|revisto|ultima (?:atualizacao|alteracao|modificacao|revisao|edicao|actualizacion|modifica)|updated?|modified|last (?:edited|changed|reviewed|revised|modified|update)|revised|edited|reviewed|zuletzt|aktualisier\w*|geandert|anderung|bearbeitet|stand|letztes? update|uberarbeitet|mis[e]? a jour|maj|modifie[e]?|aggiornat[oa]|ultimo aggiornamento|modificato|bijgewerkt|gewijzigd|zaktualizowano|aktualizowano|oppdatert|uppdaterad|paivitetty)\b/g;
const AGAINST =
  /(?<![a-z])(?:ate(?: o dia)?|acess[oa](?:do)?(?: em)?|nascid[oa]|nasceu|falecid[oa]|faleceu|morreu|valid[oa]|vigencia|venc\w+|expir\w*|prazo|inscric\w+|membro desde|last (?:post|reply|activity|seen|visit|login)|ultim[ao]s? (?:post|resposta|mensagem|acesso|visita|login)|letzter beitrag|desde|de(?=\s?:)|a partir de|until|till|through|since|from|between|born|died|accessed|retrieved|archived(?: from the original)?|as of|release date|lancamento|estreia|encerra\w*|termina\w*|comeca\w*|inicia\w*|decorre\w*|ends?|begins?|starts?|endet|beginnt|registro|abgerufen|joined|member since|registered|registriert|mitglied seit|dabei seit|seit|ab|bis(?: zum)?|zwischen|geboren|gestorben|zuletzt besucht|valid|expires?|deadline|due|jusqu.?au|depuis|ne[e]? le|inscrit|fino al|dal|hasta|nacid[oa]|copyright|\(c\)|©|event|evento|veranstaltung|termin|when|wann|quando|n[oa]s? dias?|gerad[oa]|impress[oa]|emitid[oa]|consultad[oa]|generated|printed|fundad[oa]|inaugurad[oa]|construid[oa]|founded|built|version|versao|v|nr|lei n\S*|decreto n\S*|gesetz|verordnung|fassung|episode|aired|saison|season|dob|vom (?=\d.{0,20}bis))\s*[:.]?\s*(?:\d[\w.]{0,6}\s?,\s?)?(?:o dia|dia|em|de|a|as|the|le|den|dem|zum|am|on|el)?\s*[:.]?\s*$/;
/** A day that has a name, but the page's: "Data de nascimento:", "Data da sessão:", "Due date:". */
const OTHER_DAY =
  /(?<![a-z])(?:(?:data|fecha)(?: e hora(?:rio)?)? d[aeo]l?s? (?!public|post|divulg|cria|atualiz|inser|inclus|notic|mater|artig|edic|envio|cadastr)[a-z]+(?: [a-z]+){0,3}|(?:birth|due|event|release|expiry|expiration|end|closing|effective|delivery|opening|launch) date)\s*[:–-]?\s*$/;
/** What happened to the thing that the page is about, or is to happen: "Abertura das propostas:", "Recebido 02 Ago 2020", "Julgamento: 05/03/2019". */
const OCCASION =
  /(?:^|[^a-z\s-]\s*|\s-\s+)(?:abertura|inicio|termino|prazo|sess(?:ao|oes)|julgamento|julgado|realizacao|receb(?:ido|imento)|aceit[eo]|aprov(?:ado|acao)|assinatura|assinado|vigencia|validade|falecimento|fundacao|evento|entrega|licitacao|pregao|homologacao|inscric(?:ao|oes)|votacao|reuniao|audiencia|chegada|partida|received|accepted|opening|hearing)(?: [a-z]+){0,4}\s*[:–-]?\s*$/;
/** The end of a span of days, "de 11 a 20 de novembro": an event's. */
const SPAN_END =
  /(?<![\d:h.,/])\d{1,2}[ºo.]?(?:\s(?:de\s)?[a-z]{3,10}\.?)?\s(?:a|ao|ate|e|to|till|until|and|bis|und|y|et|au|al|e il)\s(?:o dia |dia |the )?$/;
/** A law is named by its day: "Lei nº 8.666, de 21 de junho de 1993". */
const LAW =
  /(?<![a-z])(?:lei|decreto|mpv|mp|resolucao|portaria|medida provisoria|instrucao normativa|ato|despacho|acordao|regulamento|diret?iva|directiva|emenda|law|gesetz|verordnung|loi|ley)\b[^;:!?]{0,30}\d[\d./-]*\s?[a-z]{0,3}\s?[,(]?\s?(?:de|of|vom|du|del)\s$/;
/** Something that is to happen. */
const HAPPENING =
  /findet|stattfind|nachste[rnms]?\b|proxim[oa]s?\b|acontece|realiza\w*|\bsera\b|takes place|will be|upcoming|prochaine?|scheduled|marcad[oa]/;
const COPYRIGHT = /©|\(c\)|copyright|todos os direitos|all rights/;

const REACH = 60;

function lastEnd(pattern: RegExp, text: string): number {
  let end = -1;
  pattern.lastIndex = 0;
  for (let m = pattern.exec(text); m !== null; m = pattern.exec(text)) end = m.index + m[0].length;
  return end;
}

/** `before`: the text that leads up to the date; the nearest cue counts. */
export function cueBefore(before: string): DateCue {
  const text = fold(before.slice(-REACH));
  if (text.trim() === '') return NONE;
  if (COPYRIGHT.test(text.slice(-24))) return { role: 'unknown', weight: -2 };
  // "Incluído pela Lei nº …, de" too.
  if (LAW.test(text)) return { role: 'unknown', weight: -5 };
  const published = lastEnd(PUBLISHED, text);
  const modified = lastEnd(MODIFIED, text);
  if (published < 0 && modified < 0 && !OTHER_DAY.test(text) && LABEL.test(text))
    return { role: 'published', weight: 2 };
  if (published >= 0 || modified >= 0) {
    const role = modified > published ? 'modified' : 'published';
    const gap = text.length - Math.max(published, modified);
    // `Publicado em 12/03/2021` has nothing between; `Publicado por Ana Maria em 12/03/2021` has a name.
    const weight = gap <= 14 ? 2 : gap <= 36 ? 1.2 : 0.5;
    // "updated on … published": the nearest wins, so "data de atualização" is a modification.
    return {
      role:
        published >= 0 && modified >= 0 && published - modified < 12 && published > modified
          ? 'modified'
          : role,
      weight,
    };
  }
  // Nothing that a place may say for it makes it the page's.
  if (AGAINST.test(text) || OTHER_DAY.test(text) || OCCASION.test(text))
    return { role: 'unknown', weight: -7 };
  if (SPAN_END.test(text)) return { role: 'unknown', weight: -4 };
  return HAPPENING.test(text) ? { role: 'unknown', weight: -2.5 } : NONE;
}

/** How far behind a date its cue is looked for. */
export const CUE_AFTER = 90;
const NEAR_AFTER = 30;
const AFTERWARDS =
  /^\s*(?:-|–|—|→|->|bis|ate|until|to|a)\s+(?:\d|(?:o |a )?(?:momento|presente|atual(?:mente)?|hoje|now|today)\b)/;
/** Where the verb stands at the end, and who wrote. */
const PUBLISHED_AFTER =
  /^[\s,|–-]{0,4}(?:(?:um )?\d{1,2}[:.]\d\d(?: uhr)?[\s,|]{0,3})?(?:(?:von|in|unter|und) .{1,50} )?(?:veroffentlicht|gepostet|geschrieben|erstellt|verfasst|publiziert)\b/;
const VERB_AFTER = /ffentlicht|gepostet|geschrieben|erstellt|verfasst|publiziert/;
const BYLINE_AFTER = /^[\s,|•·–-]{0,4}(?:by|por|von|par|door) (?!e-?mail)[a-z]/;
const UPDATED_AFTER = /^[\s,(|–-]{0,4}(?:\(?(?:atualizad|updated|aktualisiert|mis a jour|modifie))/;

/** `after`: what follows the date: a span that begins with it (`12.03.2021 – 15.03.2021`) is an event's. */
export function cueAfter(after: string): number {
  const text = fold(after.slice(0, NEAR_AFTER));
  if (UPDATED_AFTER.test(text)) return 0.3;
  if (AFTERWARDS.test(text)) return -1;
  if (VERB_AFTER.test(after) && PUBLISHED_AFTER.test(fold(after.slice(0, CUE_AFTER)))) return 1.5;
  return BYLINE_AFTER.test(text) ? 0.4 : 0;
}
