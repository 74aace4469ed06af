package dev.punctual.browser;

/** Measures the contrast of text and ground as the browser has painted them. */
final class Contrast {

    /**
     * A script that answers with the visible texts that have less than 4.5 to 1 of contrast, which is what WCAG asks for
     * at level AA; each with its colours.
     */
    static final String TOO_FAINT =
            """
            const channels = colour => colour.match(/[\\d.]+/g).map(Number);
            const luminance = colour => {
              const [r, g, b] = channels(colour).map(c => c / 255)
                .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = element => {
              for (let e = element; e; e = e.parentElement) {
                const colour = getComputedStyle(e).backgroundColor;
                if ((channels(colour)[3] ?? 1) === 1) {
                  return colour;
                }
              }
              return 'rgb(255, 255, 255)';
            };
            const faint = [];
            for (const element of document.body.querySelectorAll('*')) {
              const speaks = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
              if (!speaks || !element.checkVisibility() || element.tagName === 'NOSCRIPT') {
                continue;
              }
              const text = getComputedStyle(element).color;
              const [a, b] = [luminance(text), luminance(ground(element))].sort((x, y) => y - x);
              const contrast = (a + 0.05) / (b + 0.05);
              if (contrast < 4.5) {
                faint.push(`${element.innerText} ${text} on ${ground(element)}: ${contrast.toFixed(2)}`);
              }
            }
            return faint;
            """;

    private Contrast() {}
}
