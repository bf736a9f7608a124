/** English words that say nothing about what a text is about: articles, prepositions, pronouns, conjunctions, auxiliaries. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but nor so yet if then else than that this these those there here of in on at by for to from with without within into onto upon over under above below between among through during before after since until against about around along across behind beside beyond near off out up down ' +
    'i me my mine we us our ours you your yours he him his she her hers it its they them their theirs who whom whose which what when where why how all any both each few more most other some such no not only own same too very just also again once ever never ' +
    'am is are was were be been being have has had having do does did doing will would shall should can could may might must as because while although though whether either neither'
  ).split(' '),
);
