/**
 * The oldest browsers in which the whole product works, as build targets: JavaScript and CSS are compiled for them, and
 * `npm run check` refuses what they lack. docs/browsers.md says what that means; in Chromium 102 (Qt WebEngine 6.4) the
 * main job can be done. Older ones get a sentence from web/before-paint.ts.
 */
export const BASELINE = ['chrome102', 'edge102', 'safari16', 'ios16', 'firefox115']
