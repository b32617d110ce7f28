/**
 * The oldest browsers in which the whole product works, by their names at caniuse.com. scripts/check-browsers.ts refuses
 * what they lack; docs/browsers.md says what is promised.
 */
export const BASELINE_BROWSERS = {
  chrome: '107',
  edge: '107',
  safari: '16.0',
  ios_saf: '16.0',
  firefox: '115',
} as const

/**
 * What our code calls although browsers of the baseline lack it, by the object that has it: web/lib/polyfills adds it,
 * or the code asks whether it is there.
 */
export const LACKING_APIS: Readonly<Record<string, readonly string[]>> = {
  // added
  URL: ['parse', 'canParse'],
  AbortSignal: ['any', 'timeout'],
  Promise: ['withResolvers'],
  Array: ['toReversed', 'toSorted', 'toSpliced'],
  // asked for first
  globalThis: ['cookieStore', 'navigation', 'trustedTypes'],
  Document: ['startViewTransition'],
  PublicKeyCredential: ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'],
}

/** What JavaScript and CSS are built for: in Chromium 102 (Qt WebEngine 6.4) the main job can be done, too. */
export const BUILD_TARGET = ['chrome102', 'edge102', 'safari16', 'ios16', 'firefox115']
