import { recordSource } from './lib/source.ts'
import { whenVisible } from './lib/when-visible.ts'
import { whenWanted } from './lib/when-wanted.ts'

// Whoever follows a link at once leaves before the app has come, and the address is told only here.
whenVisible(() => recordSource(location.search))

// Public pages are complete without script; what the app adds is fetched when somebody is there.
whenWanted(() => void import('./main.tsx'))
