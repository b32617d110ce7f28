import type { acceptWithCode, readInvitation } from '#contract/console/staff/invitation.ts'
import type { OutputOf } from '#contract/endpoint.ts'

export type Invitation = OutputOf<typeof readInvitation>
export type Accepted = OutputOf<typeof acceptWithCode>
