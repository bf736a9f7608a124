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
  /(?:public(?:ad[oa]|acao|ado el|ada el)|post(?:ad[oa]|ed|agem)|criad[oa]|inserid[oa]|divulgad[oa]|escrit[oa]|cadastrad[oa]|incluid[oa]|data d[ae] (?:public|post|divulg|cria)\w*|fecha de publicacion|published?|publication date|date published|first published|originally published|created|added|written|issued|submitted|released?(?: date)?|publie[e]?|mis en ligne|cree|ecrit|parue?|poste|redige|veroffentlicht\w*|publiziert|erstellt|gepostet|eingestellt|verfasst|geschrieben|erschienen|hinzugefugt|online seit|eintrag vom|artikel vom|beitrag vom|meldung vom|pressemitteilung vom|news vom|nachricht vom|pubblicat[oa]|inserit[oa]|scritto|gepubliceerd|geplaatst|opublikowan[oa]|publikovano|publisert|publicerad|julkaistu|datum|date|data|fecha)\b/g;
const MODIFIED =
  /(?:atualiz(?:ad[oa]|acao)|actualiz(?:ad[oa]|acao|acion)|modificad[oa]|alterad[oa]|revisad[oa]|revisto|ultima (?:atualizacao|alteracao|modificacao|revisao|edicao|actualizacion|modifica)|updated?|modified|last (?:edited|changed|reviewed|revised|modified|update)|revised|edited|reviewed|zuletzt|aktualisier\w*|geandert|anderung|bearbeitet|stand|letztes? update|uberarbeitet|mis[e]? a jour|maj|modifie[e]?|aggiornat[oa]|ultimo aggiornamento|modificato|bijgewerkt|gewijzigd|zaktualizowano|aktualizowano|oppdatert|uppdaterad|paivitetty)\b/g;
const AGAINST =
  /(?:ate(?: o dia)?|acess[oa](?:do)?(?: em)?|nascid[oa]|nasceu|falecid[oa]|faleceu|morreu|valid[oa]|vigencia|expira\w*|prazo|inscric\w+|membro desde|desde|a partir de|until|till|through|since|from|between|born|died|accessed|retrieved|abgerufen|joined|member since|registered|registriert|mitglied seit|dabei seit|seit|ab|bis(?: zum)?|zwischen|geboren|gestorben|zuletzt besucht|valid|expires?|deadline|due|jusqu.?au|depuis|ne[e]? le|inscrit|fino al|dal|hasta|nacid[oa]|copyright|\(c\)|©|event|evento|veranstaltung|termin|when|wann|quando|version|v|nr|lei n\S*|decreto n\S*|gesetz|verordnung|fassung|episode|aired|saison|season|dob|vom (?=\d.{0,20}bis))\s*[:.]?\s*(?:o dia|dia|em|de|the|le|den|dem|zum|am|on|el)?\s*$/;
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
  const published = lastEnd(PUBLISHED, text);
  const modified = lastEnd(MODIFIED, text);
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
  if (AGAINST.test(text)) return { role: 'unknown', weight: -3.5 };
  return HAPPENING.test(text) ? { role: 'unknown', weight: -2.5 } : NONE;
}

const AFTERWARDS = /^\s*(?:-|–|—|bis|ate|until|to|a)\s+\d/;
const UPDATED_AFTER = /^[\s,(|–-]{0,4}(?:\(?(?:atualizad|updated|aktualisiert|mis a jour|modifie))/;

/** `after`: what follows the date: a span that begins with it (`12.03.2021 – 15.03.2021`) is an event's. */
export function cueAfter(after: string): number {
  const text = fold(after.slice(0, 30));
  if (UPDATED_AFTER.test(text)) return 0.3;
  return AFTERWARDS.test(text) ? -1 : 0;
}
