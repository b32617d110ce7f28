import type { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'

/** Who is logged in, as the server answers it. */
export type Profile = OutputOf<typeof api.account.profile>
