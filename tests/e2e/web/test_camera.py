"""The camera over the map on a phone: a tap may be a step nearer, and the next one chooses."""

from tests.e2e.web.visitors import Visitors

STUCK = """async () => {
  const { Camera } = await import(`${document.baseURI}web/game/map/camera.js`);
  const stuck = [];
  for (let width = 300; width < 420; width++) {
    const map = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    map.style.cssText = `width: ${width}px; height: 500px; position: fixed`;
    document.body.append(map);
    const camera = new Camera(map, { x: -178, y: -128, width: 1552, height: 1300 }, () => {});
    camera.fit();
    const spots = [{ x: 0, y: 0 }, { x: 60 * Math.sqrt(3), y: 0 }];
    const taps = [1, 2].map(() => camera.approach(spots[0], spots));
    if (taps.join() !== "true,false") stuck.push([width, ...taps]);
    map.remove();
  }
  return stuck;
}"""
"""The widths of the map at which a second tap on one of two hexes does not choose it."""


CHOSEN = """async () => {
  const { Camera } = await import(`${document.baseURI}web/game/map/camera.js`);
  const map = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  map.style.cssText = "width: 400px; height: 500px; position: fixed";
  document.body.append(map);
  const chosen = (apart) => {
    const camera = new Camera(map, { x: 0, y: 0, width: 400, height: 500 }, () => {});
    camera.fit();
    return !camera.approach({ x: 200, y: 250 }, [{ x: 200, y: 250 }, { x: 200 + apart, y: 250 }]);
  };
  return [20, 30, 43, 45, 46].filter(chosen);
}"""
"""The distances in pixels at which a first tap on one of two targets chooses it."""


def test_a_first_tap_chooses_if_the_map_would_hardly_grow(visitor: Visitors) -> None:
    phone = visitor(390, 844, phone=True)
    phone.page.emulate_media(reduced_motion="reduce")
    phone.open()
    assert phone.page.evaluate(CHOSEN) == [45, 46]


def test_a_second_tap_chooses_however_wide_the_map_is(visitor: Visitors) -> None:
    phone = visitor(390, 844, phone=True)
    phone.page.emulate_media(reduced_motion="reduce")
    phone.open()
    assert phone.page.evaluate(STUCK) == []
