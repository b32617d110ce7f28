import { pageData } from '../site.ts'

const loading = new Map<string, Promise<void>>()

/** Loads the style sheet of one page and waits until it applies. */
export function loadPageSheet(path: string): Promise<void> {
  const address = pageData().sheets[path]
  if (address === undefined) return Promise.resolve()
  const known = loading.get(address) ?? fetchSheet(address)
  loading.set(address, known)
  // the next attempt fetches it again
  known.catch(() => loading.delete(address))
  return known
}

function fetchSheet(address: string): Promise<void> {
  // already in the head of this document
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve()
  const link = document.createElement('link')
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${address} failed to load`))
    })
    link.rel = 'stylesheet'
    link.href = address
    document.head.append(link)
  })
}
