import type { Locator, Page } from '@playwright/test'

/** The toasts that are seen now: each goes by itself after 3 s. */
export function toasts(page: Page): Locator {
  return page.locator('.toast')
}

/** Writes down every toast of the documents that this page opens from now on, also those that are gone by then. */
export async function recordToasts(page: Page): Promise<string[]> {
  const recorded: string[] = []
  await page.exposeFunction('recordToast', (text: string) => void recorded.push(text))
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue
        const added = node.matches('.toast') ? [node] : node.querySelectorAll('.toast')
        for (const toast of added) void Reflect.get(globalThis, 'recordToast')(toast.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return recorded
}
