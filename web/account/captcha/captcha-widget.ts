import type { Site } from '#contract/content/content.ts'
import type { CaptchaProof } from './altcha.ts'
import { now } from '../../lib/clock.ts'

type Provider = Exclude<Site['captcha']['provider'], 'altcha'>

interface WidgetOptions {
  sitekey: string
  callback: (token: string) => void
  'error-callback': () => void
}

/** The common interface of the three providers' scripts. */
interface WidgetScript {
  render: (box: HTMLElement, options: WidgetOptions) => unknown
  ready?: (callback: () => void) => void
}

interface Source {
  url: string
  /** The global variable that the script creates. */
  global: string
  /** The token's lifetime minus the time to reach the server. */
  lifetimeMs: number
}

const SOURCES: Record<Provider, Source> = {
  // https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
  turnstile: {
    url: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
    lifetimeMs: 290_000,
  },
  // https://docs.hcaptcha.com/configuration
  hcaptcha: {
    url: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    global: 'hcaptcha',
    lifetimeMs: 110_000,
  },
  // https://developers.google.com/recaptcha/docs/display
  recaptcha: {
    url: 'https://www.google.com/recaptcha/api.js?render=explicit',
    global: 'grecaptcha',
    lifetimeMs: 110_000,
  },
}

const LOAD_TIMEOUT_MS = 20_000

/** Shows an external provider's widget in the box; resolves when the visitor has solved it. */
export async function solveWidget(
  provider: Provider,
  siteKey: string,
  box: HTMLElement,
): Promise<CaptchaProof> {
  const { lifetimeMs } = SOURCES[provider]
  const script = await loadScript(provider)
  // A widget cannot be used twice: render a new one.
  const place = document.createElement('div')
  box.replaceChildren(place)
  const token = await new Promise<string>((resolve, reject) => {
    script.render(place, {
      sitekey: siteKey,
      callback: resolve,
      'error-callback': () => reject(new Error('The captcha reports an error')),
    })
  })
  return { token, expiresAt: now() + lifetimeMs }
}

async function loadScript(provider: Provider): Promise<WidgetScript> {
  const { url, global } = SOURCES[provider]
  if (!Reflect.has(window, global)) await runScript(url)
  const found: unknown = Reflect.get(window, global)
  if (!isWidgetScript(found)) throw new Error(`${url} did not bring ${global}`)
  // Google's script loads a second one; Cloudflare's `ready` fails for scripts loaded this way.
  if (provider === 'recaptcha') await new Promise<void>((resolve) => found.ready?.(resolve))
  return found
}

function runScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => settle(false), LOAD_TIMEOUT_MS)
    function settle(isLoaded: boolean) {
      clearTimeout(timer)
      if (isLoaded) return resolve()
      script.remove()
      reject(new Error(`${url} could not be loaded`))
    }
    script.addEventListener('load', () => settle(true))
    script.addEventListener('error', () => settle(false))
    script.src = url
    document.head.append(script)
  })
}

function isWidgetScript(found: unknown): found is WidgetScript {
  return typeof found === 'object' && found !== null && 'render' in found
}
