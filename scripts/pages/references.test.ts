import { expect, test } from 'vitest'
import { referencesOf } from './references.ts'

test('every file that a document references is listed once', () => {
  const found = referencesOf(
    [
      '<link rel="canonical" href="https://shop.test/"><link rel="icon" href="/brand/icon.svg">',
      '<link rel="manifest" href="/manifest.webmanifest"><link rel="stylesheet" href="/a.css">',
      '<script src="/before-paint.js"></script>',
      '<script type="module" src="/boot.js" data-when="painted" data-files="/react.js /main.js"></script>',
      '<script type="application/json" id="site">{"src":"/no.js"}</script>',
      '<svg><use href="/icons.svg#a"></use></svg><svg><use href="/icons.svg#b"></use></svg>',
      '<img src="/brand/logo.svg" alt=""><img src="/late.png" alt="" loading="lazy">',
      '<img src="data:image/png;base64,AA" alt="">',
    ].join(''),
  )
  expect(found).toEqual({
    styles: ['/a.css'],
    scripts: ['/before-paint.js', '/boot.js', '/react.js', '/main.js'],
    pictures: ['/icons.svg', '/brand/logo.svg', '/brand/icon.svg'],
  })
})

test('files loaded at the first interaction are not listed', () => {
  const html =
    '<script type="module" src="/boot.js" data-when="interacted" data-files="/main.js"></script>'
  expect(referencesOf(html).scripts).toEqual(['/boot.js'])
})
