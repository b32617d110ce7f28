import { readFaultFromAddress } from './faults.ts'
import { replaceNetwork } from './network.ts'
import { showPanel } from './panel.ts'

// `scripts/dev-web.ts` puts this into its documents when VITE_MOCK is set; nothing else imports it.
readFaultFromAddress(location.search)
replaceNetwork()
showPanel()
