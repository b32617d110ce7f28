import type { Locator, Page } from 'playwright'
import type { Stage } from './stage.ts'

/** The window of every page; a picture may make it higher. */
export const WINDOW = { width: 1280, height: 1000 }

/** Whose browser a picture is taken in. */
export type Person = 'owner' | 'colleague' | 'stranger'

/** A picture of the handbook: where it is, what to click before, what of the page it shows. */
export interface Picture {
  /** Name of its file, without the ending. */
  file: string
  /** What the handbook says for those who do not see it. */
  alt: string
  /** Default: the owner. The colleague accepts an invitation in the first of their pictures. */
  who?: Person
  /** Path in the console; absent: the page where this person's picture before ended. */
  path?: (stage: Stage) => string
  /** Clicks and fills in what is shown. */
  act?: (page: Page, stage: Stage) => Promise<void>
  /** The parts that the picture has room for. */
  parts: (page: Page) => Locator[]
}

/** Opens an action of the page and fills in its fields, then asks for the preview. */
export async function previewAction(
  page: Page,
  button: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByRole('region', { name: '将要发生的事' }).waitFor()
}

export function dialogOf(page: Page): Locator[] {
  return [page.getByRole('dialog')]
}

/** A panel by its heading. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}
