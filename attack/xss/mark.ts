/** Markup that would make an element and run a script where a text is shown as HTML; `name` tells which text it was. */
export function createMark(name: string): string {
  return `"'><img src=x data-xss=${name} onerror=__xss('${name}')>`
}

/** An address that would run a script when it is followed. */
export function scriptAddress(name: string): string {
  return `javascript:__xss('${name}')`
}

/** Names of the marks that this HTML holds as text or in attributes. */
export function shownMarks(html: string): Set<string> {
  return new Set([...html.matchAll(/data-xss=([\w.-]+)/g)].map(([, name = '']) => name))
}

/** In a page: marks that became elements, and links that run scripts. */
export const FIND_LIVE = `[
  ...[...document.querySelectorAll('[data-xss]')].map(each => 'element of ' + each.dataset.xss),
  ...[...document.querySelectorAll('a[href], form[action], iframe[src], object[data]')]
    .map(each => each.getAttribute('href') ?? each.getAttribute('action') ?? each.getAttribute('src') ?? each.data)
    .filter(address => /^[\\s\\u0000-\\u001f]*(javascript|data|vbscript):/i.test(address))
    .map(address => 'address ' + address),
]`
