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

/** What JavaScript and CSS are built for: in Chromium 102 (Qt WebEngine 6.4) the main job can be done, too. */
export const BUILD_TARGET = ['chrome102', 'edge102', 'safari16', 'ios16', 'firefox115']
