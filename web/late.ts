import { recordSource } from './lib/source.ts'
import { whenPainted } from './lib/when-painted.ts'
import { whenVisible } from './lib/when-visible.ts'
import { whenWanted } from './lib/when-wanted.ts'

// Whoever follows a link at once leaves before the app has come, and the address is told only here.
whenVisible(() => recordSource(location.search))

const files = document.querySelector<HTMLElement>('script[data-files]')?.dataset['files']
// Public pages are complete without script: what the app adds is fetched when somebody is there. In
// account pages somebody is; their first look comes before the app, and the app in all its files at once.
if (files === undefined) whenWanted(start)
else
  whenPainted(() => {
    for (const href of files.split(' ')) preload(href)
    start()
  })

function start(): void {
  void import('./main.tsx')
}

function preload(href: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
