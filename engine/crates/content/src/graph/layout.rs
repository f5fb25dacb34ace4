//! Lays out a drawing in layers from the top, using the method for directed graphs by Sugiyama, Tagawa and Toda (1981).
//! A box's layer is the length of the longest path to it; its position in the layer is the mean of its neighbors'
//! positions. A long arrow gets a position in every layer that it crosses.

use super::drawing::{Drawing, wrapped};

/// Characters per line in a box.
pub const WIDTH: usize = 26;
/// Characters per line beside an arrow.
pub const EDGE_WIDTH: usize = 22;
/// Width of an average character and height of a line, in pixels, at a font size of 13.
const CHARACTER: f64 = 7.2;
pub const LINE: f64 = 17.0;
/// The space between a box's border and its text.
const PADDING: f64 = 14.0;
/// The space between two boxes in a layer.
const GAP: f64 = 28.0;
/// The space between two layers, not counting arrow labels.
const LAYER_GAP: f64 = 44.0;
/// The space around the drawing.
const MARGIN: f64 = 16.0;
/// The number of passes that improve the order in the layers, alternating between down and up.
const SWEEPS: usize = 12;

/// A box's position and size, in pixels from the top left.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub lines: Vec<String>,
}

/// An arrow's points from one box to the other, and its label's position.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrowRoute {
    pub points: Vec<(f64, f64)>,
    pub label: Vec<String>,
    /// The middle of the label's first line.
    pub at: (f64, f64),
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

/// A box, or the position of a long arrow in a layer that it crosses.
struct LayoutItem {
    layer: usize,
    width: f64,
    x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Lays out a drawing. Boxes don't overlap, and every arrow points down.
pub fn layout(drawing: &Drawing) -> Layout {
    let lines: Vec<Vec<String>> = drawing.boxes.iter().map(|node| node.lines(WIDTH)).collect();
    let labels: Vec<Vec<String>> = drawing
        .edges
        .iter()
        .map(|edge| if edge.label.is_empty() { Vec::new() } else { wrapped(&edge.label, EDGE_WIDTH) })
        .collect();
    let layers = layers(drawing);
    let mut items: Vec<LayoutItem> = lines
        .iter()
        .zip(&layers)
        .map(|(lines, layer)| LayoutItem::new(*layer, widest(lines) + 2.0 * PADDING))
        .collect();
    let chains: Vec<Vec<usize>> = drawing
        .edges
        .iter()
        .zip(&labels)
        .map(|(edge, label)| chain(edge.from, edge.to, widest(label), &mut items))
        .collect();
    let mut order = ordered(&mut items);
    place(&mut order, &mut items);

    let count = layers.iter().max().map_or(0, |last| last + 1);
    let mut heights = vec![0f64; count];
    let mut gaps = vec![LAYER_GAP; count];
    for (lines, layer) in lines.iter().zip(&layers) {
        heights[*layer] = heights[*layer].max(LINE * lines.len() as f64 + 1.4 * PADDING);
    }
    for (edge, label) in drawing.edges.iter().zip(&labels) {
        let layer = layers[edge.from];
        gaps[layer] = gaps[layer].max(LAYER_GAP + LINE * label.len() as f64);
    }
    let mut tops = vec![MARGIN; count];
    for layer in 1..count {
        tops[layer] = tops[layer - 1] + heights[layer - 1] + gaps[layer - 1];
    }
    let boxes: Vec<Placed> = lines
        .into_iter()
        .enumerate()
        .map(|(index, lines)| {
            let (item, layer) = (&items[index], layers[index]);
            let height = LINE * lines.len() as f64 + 1.4 * PADDING;
            let y = tops[layer] + (heights[layer] - height) / 2.0;
            Placed { x: item.x - item.width / 2.0, y, width: item.width, height, lines }
        })
        .collect();
    let band =
        |index: usize| (tops[items[index].layer], tops[items[index].layer] + heights[items[index].layer]);
    let routes =
        chains.iter().zip(labels).map(|(chain, label)| route(chain, label, &items, &boxes, &band)).collect();
    let right = items.iter().map(|item| item.x + item.width / 2.0).fold(0.0, f64::max);
    let bottom = boxes.iter().map(|b| b.y + b.height).fold(0.0, f64::max);
    Layout { width: right + MARGIN, height: bottom + MARGIN, boxes, routes }
}

impl LayoutItem {
    fn new(layer: usize, width: f64) -> Self {
        Self { layer, width, x: 0.0, above: Vec::new(), below: Vec::new() }
    }
}

fn widest(lines: &[String]) -> f64 {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f64 * CHARACTER
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
fn chain(from: usize, to: usize, label: f64, items: &mut Vec<LayoutItem>) -> Vec<usize> {
    let mut chain = vec![from];
    for layer in items[from].layer + 1..items[to].layer {
        items.push(LayoutItem::new(layer, if chain.len() == 1 { label.max(10.0) } else { 10.0 }));
        chain.push(items.len() - 1);
    }
    chain.push(to);
    for pair in chain.windows(2) {
        let (above, below) = (pair[0], pair[1]);
        items[above].below.push(below);
        items[below].above.push(above);
    }
    chain
}

/// Orders the items in each layer from left to right so that few arrows cross.
fn ordered(items: &mut [LayoutItem]) -> Vec<Vec<usize>> {
    let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, item) in items.iter().enumerate() {
        order[item.layer].push(index);
    }
    let mut best = (crossings(&order, items), order.clone());
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        for step in 1..count {
            let layer = if down { step } else { count - 1 - step };
            let beside = if down { layer - 1 } else { layer + 1 };
            let place: std::collections::HashMap<usize, usize> =
                order[beside].iter().enumerate().map(|(place, item)| (*item, place)).collect();
            let mut keyed: Vec<(f64, usize)> = order[layer]
                .iter()
                .enumerate()
                .map(|(own, index)| {
                    let near = if down { &items[*index].above } else { &items[*index].below };
                    let sum: usize = near.iter().filter_map(|item| place.get(item)).sum();
                    (if near.is_empty() { own as f64 } else { sum as f64 / near.len() as f64 }, *index)
                })
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            order[layer] = keyed.into_iter().map(|(_, index)| index).collect();
        }
        let now = crossings(&order, items);
        if now < best.0 {
            best = (now, order.clone());
        }
    }
    best.1
}

fn crossings(order: &[Vec<usize>], items: &[LayoutItem]) -> usize {
    let mut count = 0;
    for pair in order.windows(2) {
        let place: std::collections::HashMap<usize, usize> =
            pair[1].iter().enumerate().map(|(place, item)| (*item, place)).collect();
        let ends: Vec<usize> = pair[0]
            .iter()
            .flat_map(|item| {
                let mut below: Vec<usize> = items[*item].below.iter().map(|to| place[to]).collect();
                below.sort_unstable();
                below
            })
            .collect();
        for (index, end) in ends.iter().enumerate() {
            count += ends[index + 1..].iter().filter(|later| *later < end).count();
        }
    }
    count
}

/// Sets each item's x-coordinate: close to the mean of its neighbors, without overlapping the item beside it.
fn place(order: &mut [Vec<usize>], items: &mut [LayoutItem]) {
    for layer in order.iter() {
        let mut x = 0.0;
        for index in layer {
            items[*index].x = x + items[*index].width / 2.0;
            x += items[*index].width + GAP;
        }
    }
    for sweep in 0..4 * SWEEPS {
        let layers: Vec<usize> =
            if sweep % 2 == 0 { (0..order.len()).collect() } else { (0..order.len()).rev().collect() };
        for layer in layers {
            settle(&order[layer], items, sweep % 2 == 0);
        }
    }
    let left = items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    items.iter_mut().for_each(|item| item.x += MARGIN - left);
}

/// Moves a layer's items to the mean of their neighbors, then apart: items that would overlap form a group, placed at
/// the mean of the positions they want.
fn settle(layer: &[usize], items: &mut [LayoutItem], down: bool) {
    let wanted: Vec<f64> = layer
        .iter()
        .map(|index| {
            let item = &items[*index];
            let near = match (down, item.above.is_empty(), item.below.is_empty()) {
                (true, false, _) | (false, false, true) => &item.above,
                _ => &item.below,
            };
            if near.is_empty() {
                item.x
            } else {
                near.iter().map(|n| items[*n].x).sum::<f64>() / near.len() as f64
            }
        })
        .collect();
    // Groups of items that touch: the sum of their wanted left edges, their number, and the width so far.
    let mut groups: Vec<(f64, f64, f64, Vec<usize>)> = Vec::new();
    for (index, want) in layer.iter().zip(wanted) {
        let width = items[*index].width + GAP;
        groups.push((want - width / 2.0, 1.0, width, vec![*index]));
        while groups.len() > 1 {
            let (last, before) = (&groups[groups.len() - 1], &groups[groups.len() - 2]);
            if before.0 / before.1 + before.2 <= last.0 / last.1 {
                break;
            }
            let Some((sum, count, width, members)) = groups.pop() else { break };
            if let Some(group) = groups.last_mut() {
                group.0 += sum - count * group.2;
                group.1 += count;
                group.2 += width;
                group.3.extend(members);
            }
        }
    }
    for (sum, count, _, members) in groups {
        let mut x = sum / count;
        for index in members {
            let width = items[index].width + GAP;
            items[index].x = x + width / 2.0;
            x += width;
        }
    }
}

fn route(
    chain: &[usize],
    label: Vec<String>,
    items: &[LayoutItem],
    boxes: &[Placed],
    band: &impl Fn(usize) -> (f64, f64),
) -> ArrowRoute {
    let (from, to) = (chain[0], chain[chain.len() - 1]);
    // Arrows leave a box side by side, in the order of their targets.
    let spread = |index: usize, others: &[usize], toward: f64| {
        let mut xs: Vec<f64> = others.iter().map(|other| items[*other].x).collect();
        xs.sort_by(f64::total_cmp);
        let place = xs.iter().position(|x| *x >= toward).unwrap_or(0) as f64;
        let width = boxes[index].width * 0.6;
        items[index].x - width / 2.0 + width * (place + 0.5) / xs.len().max(1) as f64
    };
    let next = items[chain[1]].x;
    let start = (spread(from, &items[from].below, next), boxes[from].y + boxes[from].height);
    let end = (spread(to, &items[to].above, items[chain[chain.len() - 2]].x), boxes[to].y);
    let mut points = vec![start];
    for index in &chain[1..chain.len() - 1] {
        // The arrow goes straight down past the layer's boxes.
        let (top, bottom) = band(*index);
        points.extend([(items[*index].x, top), (items[*index].x, bottom)]);
    }
    points.push(end);
    // Puts the label toward the next point, just below the box that the arrow leaves, where arrows are still apart.
    let second = points[1];
    let height = LINE * label.len() as f64;
    let part = 0.45;
    let at = (
        start.0 + (second.0 - start.0) * part,
        (start.1 + (second.1 - start.1).min(LAYER_GAP + height) * part) - height / 2.0 + LINE * 0.8,
    );
    ArrowRoute { points, label, at }
}
