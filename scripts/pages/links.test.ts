import { expect, test } from 'vitest'
import { findBrokenLinks } from './links.ts'

test('links to missing pages and missing parts are found, each once', () => {
  const documents = [
    {
      path: '/',
      html: [
        '<h2 class="a" id="start"></h2><link rel="canonical" href="/no-link">',
        '<a href="/plans">1</a><a href="/plans?id=pro&amp;num=2#faq">2</a><a href="#start">3</a>',
        '<a class="b" href="https://a.example/x#y">4</a><a href="mailto:a@b.example">5</a>',
        '<a href="/gone">6</a><a href="/gone">7</a><a href="/plans#gone">8</a><a href="#gone">9</a>',
        '<a href="http://a.example">10</a><a href="">11</a><a href="/plans#%E9%97%AE">12</a>',
      ].join(''),
    },
    { path: '/plans', html: '<h2 id="faq"></h2><h2 id="问"></h2><a href="/#start">1</a>' },
  ]
  expect(findBrokenLinks(documents)).toEqual([
    '/ leads to /gone',
    '/ leads to /plans#gone',
    '/ leads to #gone',
    '/ leads to http://a.example',
    '/ leads to nothing',
  ])
})
