/** An address to which a path can be added. Linear, which `/\/+$/` is not for an address full of slashes. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (end > 0 && url[end - 1] === '/') end--
  return url.slice(0, end)
}
