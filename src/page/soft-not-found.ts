/** Error pages that are served as if they were pages. */

const NOT_FOUND =
  /p[áa]gina n[ãa]o (?:foi )?(?:encontrada|existe)|conte[úu]do n[ãa]o (?:foi )?encontrado|(?:erro|error) 404|\b404\b.{0,20}not found|page not found/i;
/** A page with more to say speaks of something else too. */
const FEW_WORDS = 600;

/** An error page says so in its title, or in a few words. */
export function looksNotFound(title: string, text: string): boolean {
  return NOT_FOUND.test(title) || (text.length < FEW_WORDS && NOT_FOUND.test(text));
}
