// What the browsers of browser-baseline.ts may lack and our code calls. Each adds itself only where it is missing.

import 'core-js/modules/es.array.to-reversed.js'
import 'core-js/modules/es.array.to-sorted.js'
import 'core-js/modules/es.array.to-spliced.js'
import 'core-js/modules/es.promise.with-resolvers.js'
import 'core-js/modules/web.url.can-parse.js'
import 'core-js/modules/web.url.parse.js'
import { apply, isSupported } from '@oddbird/popover-polyfill/fn'
import { anySignal, timeoutSignal } from './abort-signals.ts'

// its rules are weaker than ours; before Safari 16.4 the CSP refuses them, and those of menu.css serve
if (!isSupported()) apply({ layerName: 'reset' })

// core-js has neither
const signals: Partial<typeof AbortSignal> = AbortSignal
signals.any ??= anySignal
signals.timeout ??= timeoutSignal
