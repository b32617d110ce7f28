import type { Page } from '@playwright/test'

/** Shows a sign of life, which has a public page fetch its app, and waits until the app has come. */
export async function boot(page: Page): Promise<void> {
  await page.mouse.move(150, 300)
  await page.mouse.move(160, 310)
  await booted(page)
}

/** The app has taken the document over and has asked for all that it needs. */
export async function booted(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  await page.waitForLoadState('networkidle')
}
