import type { Given } from '../actions/given.ts'

/** Opens an action with values filled in; nothing while the forms load and for roles that may not run it. */
export type StartAction = (command: string, given?: Given) => void
