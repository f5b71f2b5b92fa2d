import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/browser.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('The end-to-end tests need Chromium. "npm test" installs it, or says how.');

/**
 * Of several `--disable-features` Chromium takes the last one, so that what Playwright switches off is named again. Of ours two load
 * documents of the browser's own into every window, for an address bar into which nobody types, and one keeps a process ready for the
 * next page, of which most contexts have none.
 */
const switchedOff =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,' +
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,' +
  'TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,' +
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess';

/**
 * Each test file starts the servers that it needs (tests/e2e/server.ts): what one does to its data, no other sees. The demo is
 * loaded once, and they start on copies.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  // One project: Playwright starts workers, browsers and servers anew for the tests of a second one.
  globalSetup: './tests/e2e/demo-data.ts',
  outputDir: 'test-results',
  // A journey waits for half of its time, so a core has room for two workers.
  workers: Math.max(4, availableParallelism()),
  retries: 0,
  forbidOnly: !!process.env.CI,
  // A machine with other work takes ten times as long; what is never right fails all the same.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Each worker keeps its context, which Playwright empties after each test: a new one takes a third of a second of processor.
    reuseContext: true,
    // Chromium's own defaults, emulated, would restyle every document once more as it is left.
    colorScheme: null,
    contextOptions: { reducedMotion: null, forcedColors: null, contrast: null },
    viewport: { width: 1280, height: 800 },
    // As long as an expectation waits: an element that never comes would take the time of the whole journey.
    actionTimeout: 60_000,
    // Tracing takes a fifth of the time: `npm run test:e2e -- NAME --trace retain-on-failure` where a failure needs it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Most pages are left before code that V8 optimises pays: a fifteenth of the processor time of journeys.
        '--js-flags=--no-opt --no-maglev',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${switchedOff}`
      ]
    }
  }
});
