//! A point on the globe, as a value in a document.

/// Latitude and longitude in degrees, checked (`spec §5`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeoPoint {
    latitude: f64,
    longitude: f64,
}

/// A latitude or longitude outside its range.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum InvalidGeoPoint {
    #[error("latitude must be a number from -90 to 90, but is {0}")]
    Latitude(f64),
    #[error("longitude must be a number from -180 to 180, but is {0}")]
    Longitude(f64),
}

impl GeoPoint {
    /// Accepts latitudes from −90 to 90 and longitudes from −180 to 180, inclusive (`spec §5`).
    pub fn new(latitude: f64, longitude: f64) -> Result<Self, InvalidGeoPoint> {
        if !(-90.0..=90.0).contains(&latitude) {
            return Err(InvalidGeoPoint::Latitude(latitude));
        }
        if !(-180.0..=180.0).contains(&longitude) {
            return Err(InvalidGeoPoint::Longitude(longitude));
        }
        Ok(Self { latitude, longitude })
    }

    /// Degrees north.
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// Degrees east.
    pub fn longitude(self) -> f64 {
        self.longitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_ranges_are_in() {
        for (latitude, longitude) in [(-90.0, -180.0), (90.0, 180.0), (0.0, 0.0)] {
            assert!(GeoPoint::new(latitude, longitude).is_ok());
        }
    }

    #[test]
    fn what_is_outside_is_refused_by_name() {
        assert_eq!(GeoPoint::new(90.000_001, 0.0), Err(InvalidGeoPoint::Latitude(90.000_001)));
        assert_eq!(GeoPoint::new(0.0, -180.5), Err(InvalidGeoPoint::Longitude(-180.5)));
        assert!(GeoPoint::new(f64::NAN, 0.0).is_err());
        assert!(GeoPoint::new(0.0, f64::INFINITY).is_err());
    }
}
