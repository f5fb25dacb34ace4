//! Lays out a drawing in layers from the top, with the method for directed graphs by Sugiyama, Tagawa and Toda (1981).
//! A box's layer is the length of the longest path to it. Between two layers of boxes, there's one for the arrows'
//! labels, and an arrow has its own place in every layer that it crosses.
//!
//! This is written by hand because the libraries aren't safe with a large tree: `layout-rs` 0.1.3 panics on an empty
//! drawing and needs more than 30 s for 100 boxes that one question can skip to; `rust-sugiyama` 0.4.0 doesn't return
//! routes, can overflow the stack, and needs more than 10 s for 2,000 boxes, which take half a second here.

use super::drawing::{Drawing, Edge, wrapped};

/// Characters per line in a box.
const WIDTH: usize = 26;
/// Characters per line beside an arrow.
const EDGE_WIDTH: usize = 22;
/// Width of an average character and height of a line, in pixels, at a font size of 13.
const CHARACTER: f64 = 7.2;
pub const LINE: f64 = 17.0;
/// The space between a box's border and its text.
const PADDING: f64 = 14.0;
/// The space around a label.
const LABEL_PADDING: f64 = 4.0;
/// The space on each side of a box or a label.
const GAP: f64 = 14.0;
/// The space below a layer.
const LAYER_GAP: f64 = 24.0;
/// The space around the drawing.
const MARGIN: f64 = 16.0;
/// The number of passes over the layers, alternating between down and up. Only the first ones change the order within
/// a layer.
const SWEEPS: usize = 48;
const ORDERING_SWEEPS: usize = 12;

/// A box or a label with its position and size, in pixels from the top left. Where an arrow crosses a layer without a
/// label, there are no lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub lines: Vec<String>,
    /// The number of lines at the top that hold the box's id.
    pub bold: usize,
}

/// An arrow's points from one box to the other, and its label.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrowRoute {
    pub points: Vec<(f64, f64)>,
    pub label: Placed,
}

/// A drawing with positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    pub width: f64,
    pub height: f64,
    /// The placed boxes, in the order of the drawing's boxes.
    pub boxes: Vec<Placed>,
    /// The arrows' routes, in the order of the drawing's edges.
    pub routes: Vec<ArrowRoute>,
}

/// A box, or an arrow's place in a layer that it crosses; the first one holds its label.
struct LayoutItem {
    layer: usize,
    placed: Placed,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Lays out a drawing. Boxes and labels don't overlap, and every arrow points down.
pub fn layout(drawing: &Drawing) -> Layout {
    let mut items = Vec::new();
    for (node, layer) in drawing.boxes.iter().zip(layers(drawing)) {
        let mut lines = lines(&node.id, WIDTH);
        let bold = lines.len();
        lines.extend(wrapped(&node.label, WIDTH));
        items.push(LayoutItem::new(2 * layer, lines, bold, PADDING));
    }
    let chains: Vec<Vec<usize>> = drawing.edges.iter().map(|edge| chain(edge, &mut items)).collect();

    let rows = rows(&items);
    let middles = middles(&items, rows.clone());
    let left =
        items.iter().zip(&middles).map(|(item, x)| x - item.placed.width / 2.0).fold(f64::MAX, f64::min);
    let (mut width, mut y) = (0f64, MARGIN);
    let mut bands = Vec::new();
    for row in rows {
        let height = row.iter().map(|index| items[*index].placed.height).fold(0.0, f64::max);
        for index in row {
            let placed = &mut items[index].placed;
            placed.x = middles[index] - placed.width / 2.0 - left + MARGIN;
            placed.y = y + (height - placed.height) / 2.0;
            width = width.max(placed.x + placed.width);
        }
        bands.push((y, y + height));
        y += height + LAYER_GAP;
    }
    Layout {
        width: width + MARGIN,
        height: y - LAYER_GAP + MARGIN,
        boxes: items[..drawing.boxes.len()].iter().map(|item| item.placed.clone()).collect(),
        routes: chains.iter().map(|chain| route(chain, &items, &bands)).collect(),
    }
}

impl LayoutItem {
    fn new(layer: usize, lines: Vec<String>, bold: usize, padding: f64) -> Self {
        let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (width, height) = (widest as f64 * CHARACTER, lines.len() as f64 * LINE);
        let placed = Placed {
            x: 0.0,
            y: 0.0,
            width: width + 2.0 * padding,
            height: height + 1.4 * padding,
            lines,
            bold,
        };
        Self { layer, placed, above: Vec::new(), below: Vec::new() }
    }

    fn middle(&self) -> f64 {
        self.placed.x + self.placed.width / 2.0
    }
}

fn lines(text: &str, width: usize) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { wrapped(text, width) }
}

/// Returns each box's layer: the number of arrows on the longest path to it.
fn layers(drawing: &Drawing) -> Vec<usize> {
    let mut layers = vec![0; drawing.boxes.len()];
    // A drawing doesn't contain cycles; the bound is a safeguard.
    for _ in 0..drawing.boxes.len() {
        let mut settled = true;
        for edge in &drawing.edges {
            if layers[edge.to] <= layers[edge.from] {
                layers[edge.to] = layers[edge.from] + 1;
                settled = false;
            }
        }
        if settled {
            break;
        }
    }
    layers
}

/// Creates the items between an arrow's ends, and returns all items that the arrow runs through, both ends included.
fn chain(edge: &Edge, items: &mut Vec<LayoutItem>) -> Vec<usize> {
    let mut chain = vec![edge.from];
    let mut label = lines(&edge.label, EDGE_WIDTH);
    for layer in items[edge.from].layer + 1..items[edge.to].layer {
        chain.push(items.len());
        items.push(LayoutItem::new(layer, std::mem::take(&mut label), 0, LABEL_PADDING));
    }
    chain.push(edge.to);
    for pair in chain.windows(2) {
        items[pair[0]].below.push(pair[1]);
        items[pair[1]].above.push(pair[0]);
    }
    chain
}

/// Returns each layer's items.
fn rows(items: &[LayoutItem]) -> Vec<Vec<usize>> {
    let mut rows = vec![Vec::new(); items.iter().map(|item| item.layer + 1).max().unwrap_or(0)];
    for (index, item) in items.iter().enumerate() {
        rows[item.layer].push(index);
    }
    rows
}

/// Returns the midpoint of each item. Each is close to the mean of its neighbors' midpoints, items in a row don't
/// overlap, and their order keeps arrow crossings low.
fn middles(items: &[LayoutItem], mut rows: Vec<Vec<usize>>) -> Vec<f64> {
    let mut middles = vec![0.0; items.len()];
    let mut best = (usize::MAX, Vec::new());
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        for step in 0..rows.len() {
            let row = if down { step } else { rows.len() - 1 - step };
            let wanted = |index: &usize| {
                let near = if down { &items[*index].above } else { &items[*index].below };
                let sum: f64 = near.iter().map(|other| middles[*other]).sum();
                (*index, if near.is_empty() { middles[*index] } else { sum / near.len() as f64 })
            };
            let mut wanted: Vec<(usize, f64)> = rows[row].iter().map(wanted).collect();
            if sweep < ORDERING_SWEEPS {
                wanted.sort_by(|a, b| a.1.total_cmp(&b.1));
                rows[row] = wanted.iter().map(|(index, _)| *index).collect();
            }
            settle(&wanted, items, &mut middles);
        }
        if sweep < ORDERING_SWEEPS {
            let crossings = crossings(&rows, items, &middles);
            if crossings < best.0 {
                best = (crossings, rows.clone());
            }
            if sweep + 1 == ORDERING_SWEEPS {
                rows.clone_from(&best.1);
            }
        }
    }
    middles
}

/// Puts a layer's items where they want to be, then moves them apart: items that would overlap form a group, which is
/// placed at the mean of the positions that they want.
fn settle(wanted: &[(usize, f64)], items: &[LayoutItem], middles: &mut [f64]) {
    let width = |index: usize| items[index].placed.width + 2.0 * GAP;
    // For each group of touching items: the sum of the left edges they want for it, its width, and its item count.
    let mut groups: Vec<(f64, f64, usize)> = Vec::new();
    for (index, middle) in wanted {
        let mut group = (middle - width(*index) / 2.0, width(*index), 1);
        let touches = |before: &mut (f64, f64, usize), group: (f64, f64, usize)| {
            before.0 / before.2 as f64 + before.1 > group.0 / group.2 as f64
        };
        while let Some(before) = groups.pop_if(|before| touches(before, group)) {
            group = (before.0 + group.0 - group.2 as f64 * before.1, before.1 + group.1, before.2 + group.2);
        }
        groups.push(group);
    }
    let mut rest = wanted.iter();
    for (sum, _, count) in groups {
        let mut left = sum / count as f64;
        for (index, _) in rest.by_ref().take(count) {
            middles[*index] = left + width(*index) / 2.0;
            left += width(*index);
        }
    }
}

fn crossings(rows: &[Vec<usize>], items: &[LayoutItem], middles: &[f64]) -> usize {
    let mut count = 0;
    for row in rows {
        let mut ends: Vec<f64> = Vec::new();
        for index in row {
            let first = ends.len();
            ends.extend(items[*index].below.iter().map(|other| middles[*other]));
            ends[first..].sort_by(f64::total_cmp);
        }
        for (index, end) in ends.iter().enumerate() {
            count += ends[index + 1..].iter().filter(|later| *later < end).count();
        }
    }
    count
}

/// Returns an arrow's route down through its items. Arrows leave and reach a box side by side.
fn route(chain: &[usize], items: &[LayoutItem], bands: &[(f64, f64)]) -> ArrowRoute {
    let port = |index: usize, near: &[usize], toward: usize| {
        let left = near.iter().filter(|other| items[**other].middle() < items[toward].middle()).count();
        let part = (left as f64 + 0.5) / near.len() as f64 - 0.5;
        items[index].middle() + items[index].placed.width * 0.6 * part
    };
    let (from, first, last, to) = (chain[0], chain[1], chain[chain.len() - 2], chain[chain.len() - 1]);
    let (above, below) = (&items[from].placed, &items[to].placed);
    let mut points = vec![(port(from, &items[from].below, first), above.y + above.height)];
    for item in chain[1..chain.len() - 1].iter().map(|index| &items[*index]) {
        // The arrow goes straight down past the layer's items.
        let (top, bottom) = bands[item.layer];
        points.extend([(item.middle(), top), (item.middle(), bottom)]);
    }
    points.push((port(to, &items[to].above, last), below.y));
    ArrowRoute { points, label: items[first].placed.clone() }
}
