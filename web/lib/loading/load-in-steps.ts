import { nextTask } from './next-task.ts'

/**
 * Fetches these scripts all together and runs them one after another, each in a task of its own: in one
 * task a slow phone could not respond to touch. A file stands before those that import it.
 */
export async function loadInSteps(
  files: readonly string[],
  load: (file: string) => Promise<unknown> = (file) => import(/* @vite-ignore */ file),
): Promise<void> {
  for (const file of files) preload(file)
  for (const file of files) {
    await load(file)
    await nextTask()
  }
}

function preload(href: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
