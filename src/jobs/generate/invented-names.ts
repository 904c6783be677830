export const firstWords = [
  ['Mossy', 'Velvet', 'Copper', 'Lunar', 'Sleepy', 'Turbo', 'Hollow', 'Amber', 'Frosty', 'Neon'],
  ['Rusty', 'Silent', 'Wobbly', 'Crimson', 'Paper', 'Salty', 'Lucky', 'Midnight', 'Feral', 'Cosmic'],
].flat();
export const secondWords = [
  ['Otter', 'Comet', 'Lantern', 'Badger', 'Teapot', 'Falcon', 'Pixel', 'Walrus', 'Compass', 'Goblin'],
  ['Thistle', 'Kraken', 'Noodle', 'Raven', 'Biscuit', 'Meteor', 'Heron', 'Gizmo', 'Yeti', 'Cobble'],
].flat();

export const sponsors = [
  'nordvale-vpn.com',
  'www.kestrelform-chairs.com',
  'brewpeak-fuel.com',
  'shop.lumora-keycaps.com',
  'driftwell-audio.com',
  'hexapad-gear.com',
  'www.snackharbour-box.com',
  'tidewell-roast.com',
  'glasshaus-pcs.com',
  'shop.plumewear-merch.com',
];
