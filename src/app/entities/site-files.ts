/** Files that there is one of for each site. */

/** `wrapper.json` of a site among several → `wrapper.camara.br.json`. */
export function fileOfSite(path: string, site: string, sites: number): string {
  if (sites === 1) return path;
  const dot = path.lastIndexOf('.');
  const clean = site.replace(/[^\w.-]/g, '_');
  return dot < 1 ? `${path}.${clean}` : `${path.slice(0, dot)}.${clean}${path.slice(dot)}`;
}
