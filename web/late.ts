import { whenWanted } from './lib/when-wanted.ts'

// Public pages are complete without script; what the app adds is fetched when somebody is there.
whenWanted(() => void import('./main.tsx'))
