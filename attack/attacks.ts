import type { Attack } from './attack.ts'
import { enumerateAccounts } from './enumeration/enumerate-accounts.ts'
import { fuzzRoutes } from './fuzz/fuzz-routes.ts'
import { forgeCalls } from './csrf/forge-calls.ts'
import { forgeWebhooks } from './webhooks/forge-webhooks.ts'
import { reachInside } from './ssrf/reach-inside.ts'
import { smuggleRequests } from './smuggling/smuggle-requests.ts'
import { uploadFiles } from './uploads/upload-files.ts'
import { observeHeaders } from './observatory/observe-headers.ts'
import { growTables } from './growth/grow-tables.ts'
import { showTexts } from './xss/show-texts.ts'
import { runSlowHttpTest } from './debian/run-slowhttptest.ts'
import { runSqlmap } from './debian/run-sqlmap.ts'
import { runWapiti } from './debian/run-wapiti.ts'
import { redirectElsewhere } from './redirect/redirect-elsewhere.ts'
import { guessAll } from './guessing/guess-all.ts'

/** Every attack by its name, in the order of a whole run. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  fuzz: fuzzRoutes,
  guessing: guessAll,
  enumeration: enumerateAccounts,
  redirect: redirectElsewhere,
  xss: showTexts,
  csrf: forgeCalls,
  webhooks: forgeWebhooks,
  smuggling: smuggleRequests,
  ssrf: reachInside,
  uploads: uploadFiles,
  observatory: observeHeaders,
  growth: growTables,
  wapiti: runWapiti,
  sqlmap: runSqlmap,
  slowhttptest: runSlowHttpTest,
}
