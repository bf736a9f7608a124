/**
 * Text in the code pages that geographic files are written in. The platform knows the Windows and ISO ones; the DOS pages, in which
 * Portuguese attribute tables and ZIP names were written for twenty years, are here: the upper half of each, in order.
 */

const DOS_PAGES: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp737:
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  cp775:
    'ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u00ad±“¾¶§÷„°∙·¹³²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  cp857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  cp858:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp860:
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp861:
    'ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp862:
    'אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp863:
    'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp865:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp866:
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00a0',
};

/** The language driver byte of a dBASE header, where it names a page that is in use. */
const LANGUAGE_DRIVERS: Readonly<Record<number, string>> = {
  1: 'cp437',
  2: 'cp850',
  3: 'windows-1252',
  4: 'macintosh',
  8: 'cp865',
  9: 'cp437',
  10: 'cp850',
  11: 'cp437',
  13: 'cp437',
  14: 'cp850',
  15: 'cp437',
  16: 'cp850',
  17: 'cp437',
  18: 'cp850',
  19: 'shift_jis',
  20: 'cp850',
  21: 'cp437',
  22: 'cp850',
  23: 'cp865',
  24: 'cp437',
  25: 'cp437',
  26: 'cp850',
  27: 'cp437',
  28: 'cp863',
  29: 'cp850',
  31: 'cp852',
  34: 'cp852',
  35: 'cp852',
  36: 'cp860',
  37: 'cp850',
  38: 'cp866',
  55: 'cp850',
  64: 'cp852',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  80: 'windows-874',
  87: 'windows-1252',
  88: 'windows-1252',
  89: 'windows-1252',
  100: 'cp852',
  101: 'cp866',
  102: 'cp865',
  103: 'cp861',
  106: 'cp737',
  107: 'cp857',
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  134: 'cp737',
  135: 'cp852',
  136: 'cp857',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
};

export function charsetOfLanguageDriver(byte: number): string | null {
  return LANGUAGE_DRIVERS[byte] ?? null;
}

/** The charset that a `.cpg` file, an XML declaration or a header names in one of its many spellings; null when unknown. */
export function charsetByName(written: string): string | null {
  const name = written
    .trim()
    .toLowerCase()
    .slice(0, 40)
    .replace(/[\s_]+/g, '-');
  if (name === '') return null;
  const driver = /^ldid\/(\d+)$/.exec(name);
  if (driver !== null) return charsetOfLanguageDriver(Number(driver[1]));
  const digits = /(\d+)/.exec(name)?.[1] ?? '';
  if (name === '65001' || name.startsWith('utf-8') || name === 'utf8') return 'utf-8';
  const iso = /^(?:iso-?)?8859-?(\d{1,2})$/.exec(name);
  if (iso !== null) return iso[1] === '1' ? 'windows-1252' : known(`iso-8859-${iso[1]}`);
  if (`cp${digits}` in DOS_PAGES && /^(?:cp|ibm|oem|dos|ansi)?-?\d+$/.test(name)) return `cp${digits}`;
  if (/^(?:cp|ansi|windows|win|ms)?-?125[0-8]$/.test(name)) return `windows-${digits}`;
  if (/^(?:cp|ansi)?-?936$/.test(name)) return 'gbk';
  if (/^(?:cp|ansi)?-?932$/.test(name)) return 'shift_jis';
  return known(name);
}

function known(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

export interface TextReader {
  readonly charset: string;
  decode(bytes: Uint8Array): string;
}

const READERS = new Map<string, TextReader>();

/** Decodes whole values. Bytes that the charset does not have become U+FFFD, never an error. */
export function textReader(charset: string): TextReader {
  let reader = READERS.get(charset);
  if (reader === undefined) {
    const page = DOS_PAGES[charset];
    if (page === undefined) {
      const decoder = new TextDecoder(known(charset) ?? 'windows-1252');
      reader = { charset, decode: (bytes) => decodeAscii(bytes) ?? decoder.decode(bytes) };
    } else reader = { charset, decode: (bytes) => decodeAscii(bytes) ?? decodePage(bytes, page) };
    READERS.set(charset, reader);
  }
  return reader;
}

/** Most attribute values are short and plain; asking the decoder for each costs more than the value. */
function decodeAscii(bytes: Uint8Array): string | null {
  if (bytes.length > 64) return null;
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}

function decodePage(bytes: Uint8Array, page: string): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    text += byte < 0x80 ? String.fromCharCode(byte) : page[byte - 0x80]!;
  }
  return text;
}

export type Utf8Verdict = 'ascii' | 'utf-8' | 'other';

/** Whether bytes are plain, UTF-8 or something else. A sequence cut by the end of the bytes is not held against them. */
export function utf8Verdict(bytes: Uint8Array): Utf8Verdict {
  let plain = true;
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i]!;
    if (byte < 0x80) {
      i++;
      continue;
    }
    plain = false;
    const extra =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;
    if (extra === 0) return 'other';
    for (let k = 1; k <= extra; k++) {
      if (i + k >= bytes.length) return 'utf-8';
      if ((bytes[i + k]! & 0xc0) !== 0x80) return 'other';
    }
    i += extra + 1;
  }
  return plain ? 'ascii' : 'utf-8';
}

const PORTUGUESE = /[áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇªº]/g;

/**
 * Old names without a declared charset (members of archives): UTF-8 if they are, else the page in which the most of their special
 * characters are letters of Portuguese. `Município` of a Windows zip, `São` of DOS and of Latin-1 all come out right.
 */
export function decodeUndeclared(bytes: Uint8Array): string {
  const verdict = utf8Verdict(bytes);
  if (verdict !== 'other') return textReader('utf-8').decode(bytes);
  let best = '';
  let most = -1;
  for (const charset of ['cp850', 'windows-1252', 'cp860', 'cp437']) {
    const text = textReader(charset).decode(bytes);
    const letters = text.match(PORTUGUESE)?.length ?? 0;
    if (letters > most) {
      most = letters;
      best = text;
    }
  }
  return best;
}
