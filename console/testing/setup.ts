import { beforeEach } from 'vitest'
import { settleConfirmation } from '../lib/confirmation.ts'
import { resetSession } from '../lib/session.ts'

// a file of its own: modules are loaded once for all test files, this one before each of them
beforeEach(() => {
  settleConfirmation(false)
  resetSession()
})
